// What a write depends on and nobody knows yet is asked, with a real example. What is said of the service is kept in its environment.
import * as vscode from 'vscode';
import { centsOf, parseDate, readDialect, type AmountUnit, type Dialect } from '../../client/index.ts';
import { centsOf as typedCents, moneyText, noCurrency } from '../../shared/text.ts';
import { environmentLine, titleIn } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { learn } from '../account/learn.ts';
import { ask } from '../platform/questions.ts';
import { type PlanChoices, type PlanQuestion, readMomentText } from '../../records/index.ts';

const { l10n } = vscode;

/** Asks one thing. */
export async function answerQuestion(connection: Connection, question: PlanQuestion): Promise<PlanChoices> {
  const { environment } = connection;
  const known = (part: Dialect) => learn(environment, part).then(() => ({}));
  switch (question.kind) {
    case 'amounts':
      return learnMoney(connection, question);
    case 'fees':
      return known({ amounts: { fees: await askForFees(connection, question) } });
    case 'clock':
      return known({ clock: await askForClock(connection, question.time) });
    case 'exists':
      return { unseen: { [question.section]: await askWhetherThere(connection, question) } };
    case 'put':
      return known({ put: await askWhatStays(connection, question) });
    case 'createAgain': {
      const { passkey, isInDoubt, unproved } = question;
      const message = isInDoubt
        ? l10n.t('It is not known whether {0} was created. Create it again?', passkey)
        : l10n.t('Is {0} new? It is not among the {1} passkeys that could be read.', passkey, unproved ?? 0);
      const detail = l10n.t(
        'Nothing shows that all passkeys of the event were read. If it is there, it may be there twice afterwards, or the service refuses it.',
      );
      await choose(connection, message, detail, [[l10n.t('Create It'), true]]);
      return {};
    }
    case 'replaceItems': {
      const message = l10n.t('The service does not show which items this passkey opens. Replace them, whatever they are?');
      const detail = l10n.t('The interface writes the whole set: afterwards it opens these {0}, and no other.', question.count);
      await choose(connection, message, detail, [[l10n.t('Replace Them'), true]]);
      return { replacesItems: true };
    }
    case 'pastStart': {
      const message = l10n.t('This passkey has started: {0}. Leave the start out of the update?', question.start);
      const detail =
        environment.dialect.put === 'replaces'
          ? l10n.t(
              'The interface takes no start before today. This service replaces what it has, and will clear it; the passkey is read back, and what changed is said.',
            )
          : l10n.t(
              'The interface takes no start before today. A service that replaces what it has would clear it; the passkey is read back, and what changed is said.',
            );
      await choose(connection, message, detail, [[l10n.t('Leave It Out'), true]]);
      return { leavesOutStart: true };
    }
    case 'notCompared': {
      const message = l10n.t('What the service has of this cannot be compared: {0}. Plan without it?', question.fields);
      const detail = l10n.t('It stays as it is, whatever that may be.');
      await choose(connection, message, detail, [[l10n.t('Plan Without'), true]]);
      return { leavesOutUnshown: true };
    }
  }
}

/** One of some answers in a dialog, with the environment that it is about. */
async function choose<T>(
  { environment }: Connection,
  message: string,
  detail: string,
  answers: readonly (readonly [string, T])[],
): Promise<T> {
  const options = { modal: true, detail: `${environmentLine(environment)}\n\n${detail}` };
  const titles = answers.map(([title]) => title);
  const [, answer] = await answered(async () => {
    const chosen = await vscode.window.showWarningMessage(message, options, ...titles);
    return answers.find(([title]) => title === chosen);
  });
  return answer;
}

/** What somebody chose or typed; whoever leaves the question has saved nothing. */
async function answered<T>(question: () => Thenable<T | undefined>): Promise<T> {
  const answer = await ask(question);
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}

type QuestionOf<K extends PlanQuestion['kind']> = Extract<PlanQuestion, { kind: K }>;

/** In which unit prices are, and in which currency, where nobody has said that either. */
async function learnMoney(connection: Connection, { value, typed }: QuestionOf<'amounts'>): Promise<PlanChoices> {
  const { environment } = connection;
  const { unit, currency } =
    environment.currency === noCurrency
      ? await askForMoney(connection, value, likelyCurrencies())
      : { unit: await askForUnit(connection, value, typed), currency: undefined };
  await learn(environment, { amounts: { items: unit } }, currency);
  return {};
}

interface Money extends vscode.QuickPickItem {
  readonly unit?: AmountUnit;
  readonly currency?: string;
}

/** One question for both: the reading of the document first, in the currencies that are likely here. */
async function askForMoney(
  connection: Connection,
  value: unknown,
  currencies: readonly string[],
): Promise<{ readonly unit: AmountUnit; readonly currency: string }> {
  const rows = (unit: AmountUnit, detail: string) =>
    currencies.map((currency): Money => {
      const label = moneyText(centsOf(value, unit) ?? 0, currency, vscode.env.language);
      return { label, description: currency, detail, unit, currency };
    });
  const other: Money = { label: l10n.t('Another Currency…') };
  const { unit, currency } = await answered(() =>
    vscode.window.showQuickPick<Money>(
      [
        ...rows('cents', l10n.t('Whole numbers are cents, as the interface says.')),
        ...rows('decimals', l10n.t('Whole numbers are whole units of the currency.')),
        other,
      ],
      {
        title: titleIn(connection, l10n.t('The service shows a price as {0}. What is that?', String(value))),
        placeHolder: l10n.t('It is asked once and kept with the environment; until then nothing is written.'),
        ignoreFocusOut: true,
      },
    ),
  );
  if (unit !== undefined && currency !== undefined) return { unit, currency };
  return askForMoney(connection, value, [await askForCurrency(connection)]);
}

async function askForCurrency(connection: Connection): Promise<string> {
  const typed = await answered(() =>
    vscode.window.showInputBox({
      title: titleIn(connection, l10n.t('In which currency are the amounts?')),
      prompt: l10n.t('Three letters, such as USD, EUR or BRL'),
      ignoreFocusOut: true,
      validateInput: (text) => (/^[a-z]{3}$/i.test(text.trim()) ? undefined : l10n.t('Three letters, such as USD, EUR or BRL')),
    }),
  );
  return typed.trim().toUpperCase();
}

const currencyOfRegion: Readonly<Record<string, string>> = {
  ...{ AR: 'ARS', AU: 'AUD', BR: 'BRL', CA: 'CAD', CH: 'CHF', CL: 'CLP', CO: 'COP', GB: 'GBP', IN: 'INR', JP: 'JPY', MX: 'MXN' },
  ...{ US: 'USD', UY: 'UYU', ZA: 'ZAR', DE: 'EUR', ES: 'EUR', FR: 'EUR', IE: 'EUR', IT: 'EUR', NL: 'EUR', PT: 'EUR' },
};

/** That of the machine's region, and of the language, before those that are everywhere. */
function likelyCurrencies(): string[] {
  const languages = [Intl.DateTimeFormat().resolvedOptions().locale, vscode.env.language];
  const own = languages.flatMap((language) => currencyOfRegion[new Intl.Locale(language).maximize().region ?? ''] ?? []);
  return [...new Set([...own, 'USD', 'EUR', 'BRL'])];
}

/** A whole number is either of cents or of the currency. */
async function askForUnit(connection: Connection, value: unknown, typed?: string): Promise<AmountUnit> {
  const { currency } = connection.environment;
  const text = (amount: unknown, unit: AmountUnit) => moneyText(centsOf(amount, unit) ?? 0, currency, vscode.env.language);
  const [cents, decimals] = [text(value, 'cents'), text(value, 'decimals')];
  const effect =
    typed !== undefined && centsOf(typed, 'cents') !== undefined
      ? l10n.t('You typed {0}: that is {1} or {2} in the same way.', typed, text(typed, 'cents'), text(typed, 'decimals'))
      : '';
  const reason = l10n.t(
    'The service shows this price, and the interface does not say in what. It is asked once and kept with the environment; until then nothing is written.',
  );
  return choose(
    connection,
    l10n.t('{0}: is this {1} or {2}?', String(value), cents, decimals),
    [effect, reason].filter(Boolean).join('\n'),
    [
      [cents, 'cents'],
      [decimals, 'decimals'],
    ],
  );
}

const maxFields = 10;

function askWhatStays(connection: Connection, { left, isUnseen, isCleared }: QuestionOf<'put'>): Promise<'merges' | 'replaces'> {
  const names = left.slice(0, maxFields).join(', ') + (left.length > maxFields ? ', …' : '');
  if (isUnseen)
    return choose(
      connection,
      l10n.t('The service does not show {0}. Does it keep that when an update leaves it out?', names),
      l10n.t(
        'If it does, only the rest is sent. If it clears what it is not sent, that has to be typed too. It is asked once and kept with the environment.',
      ),
      [
        [l10n.t('It Keeps It'), 'merges'],
        [l10n.t('It Clears It'), 'replaces'],
      ],
    );
  if (isCleared)
    return choose(
      connection,
      l10n.t('How is {0} taken away at this service?', names),
      l10n.t(
        'A service that replaces what it has clears what an update leaves out; one that keeps it has to be sent an empty value. It is read back, and kept with the environment.',
      ),
      [
        [l10n.t('Send an Empty Value'), 'merges'],
        [l10n.t('Leave It Out'), 'replaces'],
      ],
    );
  return choose(
    connection,
    l10n.t('Does the service keep what an update does not carry?'),
    l10n.t(
      'This update has nothing of {0}. A service that replaces what it has would clear them. It is asked once and kept with the environment.',
      names,
    ),
    [
      [l10n.t('Send Them Too'), 'replaces'],
      [l10n.t('It Keeps Them'), 'merges'],
    ],
  );
}

/** `value`: a fee that is there already; without one, `typed` is the example. */
function askForFees(
  connection: Connection,
  { name, value, price, typed = '' }: QuestionOf<'fees'>,
): Promise<AmountUnit | 'number'> {
  const { currency, dialect } = connection.environment;
  const unit = dialect.amounts?.items ?? 'decimals';
  const money = (cents = 0) => moneyText(cents, currency, vscode.env.language);
  if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) {
    const first = money(typedCents(typed));
    const message = l10n.t('Are fees amounts of money at this service? {0} would be {1}.', name, first);
    const detail = l10n.t('The interface names no unit of fees. It is asked once and kept with the environment.');
    return choose<AmountUnit | 'number'>(connection, message, detail, [
      [first, unit],
      [l10n.t('Fees Are Plain Numbers'), 'number'],
    ]);
  }
  const [fee, beside] = [money(centsOf(value, unit)), money(centsOf(price, unit))];
  const message = l10n.t('{0} is {1} beside a price of {2}: is it {3}, or a plain number?', name, String(value), beside, fee);
  const detail = l10n.t(
    'An update sends the price and both fees, and the interface names no unit of fees. It is asked once and kept with the environment.',
  );
  return choose<AmountUnit | 'number'>(connection, message, detail, [
    [fee, unit],
    [l10n.t('The Number {0}', String(value)), 'number'],
  ]);
}

/** The zones that are likely, each with what a clock there shows. */
async function askForClock(connection: Connection, time: string): Promise<string> {
  const own = zoneOfOffset(time);
  const zones = new Set([Intl.DateTimeFormat().resolvedOptions().timeZone, 'America/Sao_Paulo', 'UTC', ...(own ? [own] : [])]);
  const shown = (zone: string) => readMomentText(time, zone) ?? '';
  const items = [
    ...[...zones].map((zone) => ({ label: shown(zone), description: zone, zone })),
    { label: l10n.t('Another time zone…'), description: '', zone: undefined },
  ];
  const title = titleIn(connection, l10n.t('What does the clock of the service show at {0}?', time));
  const placeHolder = l10n.t(
    'Times are written without a zone, by the clock of the service. It is asked once and kept with the environment.',
  );
  const { zone } = await answered(() => vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }));
  if (zone !== undefined) return zone;
  return answered(() =>
    vscode.window.showInputBox({
      title,
      prompt: l10n.t('The name of a time zone, such as {0}', 'America/Manaus'),
      ignoreFocusOut: true,
      validateInput: (clock) => ('problem' in readDialect({ clock }) ? l10n.t('{0} is not a time zone', clock) : undefined),
    }),
  );
}

/** The zone that has always the offset of a time, where it has whole hours. */
function zoneOfOffset(time: string): string | undefined {
  const { instant, date, time: clock } = parseDate(time) ?? {};
  if (instant === undefined) return undefined;
  const hours = (Date.parse(`${date}T${clock}Z`) - instant) / 3_600_000;
  if (!Number.isInteger(hours) || hours === 0) return undefined;
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

function askWhetherThere(connection: Connection, { section, name }: QuestionOf<'exists'>): Promise<'create' | 'update'> {
  const messages = {
    values: l10n.t('No values were found in what the service shows of this item. Does it have any already?'),
    salePeriods: l10n.t(
      'No sale periods were found in what the service shows of this item. Is there one for category {0} already?',
      name,
    ),
    attributes: l10n.t('No attributes were found in what the service shows of this item. Is there one called {0} already?', name),
  };
  const detail = l10n.t('What is there is changed by another operation than what is new.');
  return choose(connection, messages[section], detail, [
    [l10n.t('Yes, Change It'), 'update'],
    [l10n.t('No, Create It'), 'create'],
  ]);
}
