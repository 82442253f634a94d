// The dialect as fields of a form: what each part means, what depends on it, and the way from a text to the value and back.
import { fieldNames } from '../../client/dialect.ts';
import { parseJson, readDialect, stringifyJson, type Dialect } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import type { DialectFields, DialectPart } from '../../protocol/environment.ts';

interface PartText {
  readonly title: string;
  readonly hint: string;
  readonly locked: string;
  readonly choices?: readonly (readonly [value: string, label: string])[];
}

interface SectionText {
  readonly title: string;
  readonly parts: Readonly<Record<string, PartText>>;
}

/** Every part that a form can hold; how credentials travel is asked by Configure Environments. */
export function dialectSections(): readonly { readonly title: string; readonly parts: DialectPart[] }[] {
  return sectionTexts().map(({ title, parts }) => ({
    title,
    parts: Object.entries(parts).map(([name, { choices, ...texts }]) => ({
      name,
      ...texts,
      ...(choices ? { choices: choices.map(([value, label]) => ({ value, label })) } : {}),
    })),
  }));
}

function sectionTexts(): SectionText[] {
  const units = [
    ['cents', t('cents: 12000 is 120.00')],
    ['decimals', t('decimals: 120 and 120.5')],
    ['whole', t('whole units: 120 is 120.00')],
    ['text', t('text with decimals: "120,00"')],
  ] as const;
  const asked = t('Whole numbers are cents, as the interface says; the first save that has one asks.');
  const shown = t('Shown as the service sends it, never as money.');
  const codes = t('With commas between them; {0} is every code that begins with {1}.', '20*', '20');
  return [
    {
      title: t('Amounts in replies'),
      parts: {
        'amounts.items': {
          title: t('Prices of items'),
          hint: t('Prices are always written in cents.'),
          locked: asked,
          choices: units,
        },
        'amounts.fees': {
          title: t('Fees of items'),
          hint: t('The interface names no unit of feeSale and feeProducer.'),
          locked: t('Beside prices that are not in cents, the first save of values asks.'),
          choices: [...units, ['number', t('plain numbers, sent as they are read')]],
        },
        'amounts.tickets': {
          title: t('Prices of tickets'),
          hint: t('As the event group shows them.'),
          locked: shown,
          choices: units,
        },
        'amounts.tax': {
          title: t('Tax calculator'),
          hint: t('A reply that names the price again shows it.'),
          locked: shown,
          choices: units,
        },
        'amounts.reports': { title: t('Reports'), hint: t('Amounts of the bordero.'), locked: shown, choices: units },
      },
    },
    {
      title: t('Lists'),
      parts: {
        'paging.by': {
          title: t('Pages go by'),
          hint: t('How a list goes on.'),
          locked: t('Lists that are not proved to be whole say "at least", and stop deletes, comparisons and runs.'),
          choices: [
            ['page', t('a page number')],
            ['offset', t('an offset')],
            ['cursor', t('a cursor that each page names')],
            ['none', t('nothing: every list comes whole')],
          ],
        },
        'paging.page': {
          title: t('Parameter of the page'),
          hint: t('Such as {0}', ['page', 'offset', 'cursor'].join(', ')),
          locked: '',
        },
        'paging.size': {
          title: t('Parameter of the size'),
          hint: t('Such as {0}', ['pageSize', 'limit'].join(', ')),
          locked: '',
        },
        'paging.first': {
          title: t('First page'),
          hint: t('The number of the first page.'),
          locked: '',
          choices: [
            ['0', '0'],
            ['1', '1'],
          ],
        },
        'paging.largest': {
          title: t('Largest page'),
          hint: t('A shorter page is the last one.'),
          locked: t('The page after the last is asked for, to see that it is empty.'),
        },
        'paging.beyond': {
          title: t('Error codes of a page behind the last'),
          hint: codes,
          locked: t('An error in place of a page ends a list, and does not prove that it is whole.'),
        },
      },
    },
    {
      title: t('Times'),
      parts: {
        clock: {
          title: t('Time zone of the service'),
          hint: t('Times are written without a zone, by the clock of the service. Such as {0}', 'America/Sao_Paulo'),
          locked: t('The first save of a time that is shown with a zone asks.'),
        },
      },
    },
    {
      title: t('Writes'),
      parts: {
        'put': {
          title: t('An update'),
          hint: t('What happens to fields that an update does not carry. All documented fields are sent in any case.'),
          locked: t('A passkey that has started asks before its start is left out.'),
          choices: [
            ['merges', t('keeps the fields that it is not sent')],
            ['replaces', t('clears the fields that it is not sent')],
          ],
        },
        'codesOfTicket': {
          title: t('Parameter that names a ticket'),
          hint: t('Of the delete of the codes of an event; the interface names none.'),
          locked: t('The codes of one ticket are deleted one by one.'),
        },
        'removal': {
          title: t('Payload that removes an item'),
          hint: t('As JSON, such as {0}; null for none.', '{ "archived": true }'),
          locked: t('Delete Item is not offered.'),
        },
        'success.accepted': {
          title: t('Status 202'),
          hint: t('What it means that a write was accepted.'),
          locked: t('It is read back either way.'),
          choices: [
            ['done', t('it is done')],
            ['later', t('it is done later')],
          ],
        },
        'success.failure.field': {
          title: t('Field of a failure'),
          hint: t('A field of a reply with a good status that says it failed.'),
          locked: '',
        },
        'success.failure.value': {
          title: t('Its value'),
          hint: t('The value that says so, as JSON: false, "error".'),
          locked: '',
        },
      },
    },
    {
      title: t('Error codes in replies'),
      parts: {
        'errors.signIn': { title: t('Sign in again'), hint: codes, locked: t('Only the status 401 asks for another sign-in.') },
        'errors.notFound': { title: t('Nothing is there'), hint: '', locked: '' },
        'errors.forbidden': { title: t('Not allowed'), hint: '', locked: '' },
        'errors.refused': {
          title: t('Refused before anything was done'),
          hint: '',
          locked: t('An error inside a good reply leaves a write unknown: it is read back, and never sent again without a look.'),
        },
        'errors.failed': { title: t('The service failed'), hint: '', locked: '' },
      },
    },
    {
      title: t('Names of fields'),
      parts: Object.fromEntries(
        fieldNames.map((name) => [
          `fields.${name}`,
          {
            title: name,
            // Said once: it is the same for all of them.
            hint:
              name === 'name'
                ? t('Its name or place there, such as {0}. Usual names are understood anyway.', 'pricing.amount')
                : '',
            locked: '',
          },
        ]),
      ),
    },
    {
      title: t('Event group'),
      parts: {
        'featured.method': { title: t('Featured: method'), hint: t('The interface does not show its values.'), locked: '' },
        'featured.state': { title: t('Featured: state'), hint: t('The interface does not show its values.'), locked: '' },
        'categories': {
          title: t('Categories'),
          hint: t('Names of categories, with commas between them.'),
          locked: t('Those of the settings are offered.'),
        },
      },
    },
  ];
}

/** Each part as text; those that are not known are left out. */
export function fieldsOfDialect(dialect: Dialect): DialectFields {
  const fields: DialectFields = {};
  for (const { parts } of sectionTexts())
    for (const name of Object.keys(parts)) {
      const value = valueAt(dialect, name);
      if (value !== undefined) fields[name] = textOf(name, value);
    }
  return fields;
}

function valueAt(dialect: Dialect, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], dialect);
}

function textOf(name: string, value: unknown): string {
  if (name === 'removal' || name === 'success.failure.value') return stringifyJson(value);
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The dialect that was typed, with what the form does not show as it was; or which fields are wrong. */
export function dialectOfFields(
  before: Dialect,
  fields: DialectFields,
): { readonly dialect: Dialect } | { readonly problems: { field: string; message: string }[] } {
  // What the settings give is a proxy, which `structuredClone` refuses.
  const edited = parseJson(stringifyJson(before)) as Record<string, unknown>;
  const problems: { field: string; message: string }[] = [];
  for (const { parts } of sectionTexts())
    for (const name of Object.keys(parts)) {
      const text = (fields[name] ?? '').trim();
      try {
        setAt(edited, name.split('.'), text === '' ? undefined : valueOf(name, text));
      } catch {
        problems.push({ field: name, message: t('This is not JSON.') });
      }
    }
  if (problems.length > 0) return { problems };
  const read = readDialect(edited);
  if ('dialect' in read) return read;
  const [field = '', ...message] = read.problem.split(' ');
  return { problems: [{ field, message: message.join(' ') }] };
}

function valueOf(name: string, text: string): unknown {
  if (name === 'removal' || name === 'success.failure.value') return parseJson(text);
  if (name === 'paging.first' || name === 'paging.largest') return /^\d+$/.test(text) ? Number(text) : text;
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (name === 'categories' || name === 'paging.beyond' || name.startsWith('errors.')) return list;
  return name.startsWith('fields.') && list.length > 1 ? list : text;
}

/** An object in which nothing is left goes too. */
function setAt(object: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    if (value === undefined) Reflect.deleteProperty(object, key);
    else object[key] = value;
    return;
  }
  const inner = (object[key] ??= {}) as Record<string, unknown>;
  setAt(inner, rest, value);
  if (Object.keys(inner).length === 0) Reflect.deleteProperty(object, key);
}
