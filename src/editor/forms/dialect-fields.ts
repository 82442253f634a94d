// The dialect as fields of a form: what each part means, what depends on it, and the way from a text to the value and back.
import { fieldNames } from '../../client/dialect.ts';
import { parseJson, readDialect, stringifyJson, type Dialect } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import type { DialectFields, DialectPart } from '../../protocol/environment.ts';

interface Section {
  readonly title: string;
  readonly parts: DialectPart[];
}

/** `choices`: what each value is called. */
function part(name: string, title: string, hint = '', locked = '', choices?: Readonly<Record<string, string>>): DialectPart {
  const named = choices && Object.entries(choices).map(([value, label]) => ({ value, label }));
  return { name, title, hint, locked, ...(named ? { choices: named } : {}) };
}

/** Every part that a form can hold; how credentials travel is asked by Configure Environments. */
export function dialectSections(): Section[] {
  const units = {
    cents: t('cents: 12000 is 120.00'),
    decimals: t('decimals: 120 and 120.5'),
    whole: t('whole units: 120 is 120.00'),
    text: t('text with decimals: "120,00"'),
  };
  const ofFees = { ...units, number: t('plain numbers, sent as they are read') };
  const waysToPage = {
    page: t('a page number'),
    offset: t('an offset'),
    cursor: t('a cursor that each page names'),
    none: t('nothing: every list comes whole'),
  };
  const asked = t('Whole numbers are cents, as the interface says; the first save that has one asks.');
  const shown = t('Shown as the service sends it, never as money.');
  const codes = t('With commas between them; {0} is every code that begins with {1}.', '20*', '20');
  const unshown = t('The interface does not show its values.');
  return [
    {
      title: t('Amounts in replies'),
      parts: [
        part('amounts.items', t('Prices of items'), t('Prices are always written in cents.'), asked, units),
        part(
          'amounts.fees',
          t('Fees of items'),
          t('The interface names no unit of feeSale and feeProducer.'),
          t('Beside prices that are not in cents, the first save of values asks.'),
          ofFees,
        ),
        part('amounts.tickets', t('Prices of tickets'), t('As the event group shows them.'), shown, units),
        part('amounts.tax', t('Tax calculator'), t('A reply that names the price again shows it.'), shown, units),
        part('amounts.reports', t('Reports'), t('Amounts of the bordero.'), shown, units),
      ],
    },
    {
      title: t('Lists'),
      parts: [
        part(
          'paging.by',
          t('Pages go by'),
          t('How a list goes on.'),
          t('Lists that are not proved to be whole say "at least", and stop deletes, comparisons and runs.'),
          waysToPage,
        ),
        part('paging.page', t('Parameter of the page'), t('Such as {0}', ['page', 'offset', 'cursor'].join(', '))),
        part('paging.size', t('Parameter of the size'), t('Such as {0}', ['pageSize', 'limit'].join(', '))),
        part('paging.first', t('First page'), t('The number of the first page.'), '', { 0: '0', 1: '1' }),
        part(
          'paging.largest',
          t('Largest page'),
          t('A shorter page is the last one.'),
          t('The page after the last is asked for, to see that it is empty.'),
        ),
        part(
          'paging.beyond',
          t('Error codes of a page behind the last'),
          codes,
          t('An error in place of a page ends a list, and does not prove that it is whole.'),
        ),
      ],
    },
    {
      title: t('Times'),
      parts: [
        part(
          'clock',
          t('Time zone of the service'),
          t('Times are written without a zone, by the clock of the service. Such as {0}', 'America/Sao_Paulo'),
          t('The first save of a time that is shown with a zone asks.'),
        ),
      ],
    },
    {
      title: t('Writes'),
      parts: [
        part(
          'put',
          t('An update'),
          t('What happens to fields that an update does not carry. All documented fields are sent in any case.'),
          t('A passkey that has started asks before its start is left out.'),
          { merges: t('keeps the fields that it is not sent'), replaces: t('clears the fields that it is not sent') },
        ),
        part(
          'codesOfTicket',
          t('Parameter that names a ticket'),
          t('Of the delete of the codes of an event; the interface names none.'),
          t('The codes of one ticket are deleted one by one.'),
        ),
        part(
          'removal',
          t('Payload that removes an item'),
          t('As JSON, such as {0}; null for none.', '{ "archived": true }'),
          t('Delete Item is not offered.'),
        ),
        part(
          'success.accepted',
          t('Status 202'),
          t('What it means that a write was accepted.'),
          t('It is read back either way.'),
          { done: t('it is done'), later: t('it is done later') },
        ),
        part('success.failure.field', t('Field of a failure'), t('A field of a reply with a good status that says it failed.')),
        part('success.failure.value', t('Its value'), t('The value that says so, as JSON: false, "error".')),
      ],
    },
    {
      title: t('Error codes in replies'),
      parts: [
        part('errors.signIn', t('Sign in again'), codes, t('Only the status 401 asks for another sign-in.')),
        part('errors.notFound', t('Nothing is there')),
        part('errors.forbidden', t('Not allowed')),
        part(
          'errors.refused',
          t('Refused before anything was done'),
          '',
          t('An error inside a good reply leaves a write unknown: it is read back, and never sent again without a look.'),
        ),
        part('errors.failed', t('The service failed')),
      ],
    },
    {
      title: t('Names of fields'),
      parts: fieldNames.map((name) => {
        const hint = t('Its name or place there, such as {0}. Usual names are understood anyway.', 'pricing.amount');
        // Said once: it is the same for all of them.
        return part(`fields.${name}`, name, name === 'name' ? hint : '');
      }),
    },
    {
      title: t('Event group'),
      parts: [
        part('featured.method', t('Featured: method'), unshown),
        part('featured.state', t('Featured: state'), unshown),
        part(
          'categories',
          t('Categories'),
          t('Names of categories, with commas between them.'),
          t('Those of the settings are offered.'),
        ),
      ],
    },
  ];
}

function partNames(): string[] {
  return dialectSections().flatMap(({ parts }) => parts.map(({ name }) => name));
}

/** Each part as text; those that are not known are left out. */
export function fieldsOfDialect(dialect: Dialect): DialectFields {
  const values = partNames().map((name) => [name, valueAt(dialect, name)] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(name, value)]])));
}

function valueAt(dialect: Dialect, name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], dialect);
}

function isJson(name: string): boolean {
  return name === 'removal' || name === 'success.failure.value';
}

function textOf(name: string, value: unknown): string {
  if (isJson(name)) return stringifyJson(value);
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
  for (const name of partNames()) {
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
  if (isJson(name)) return parseJson(text);
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
