// The summary before a run, how far it is, and how it ended.
import type { PageEnvironment } from '../../protocol/contract.ts';
import type { BatchEnd, BatchFields, UnfinishedRun } from '../../protocol/passkeys.ts';
import { h, rowHead, table } from '../kit/dom.ts';
import { countText, t } from '../kit/l10n.ts';
import { environmentText } from '../kit/page.ts';

const maxNames = 20;

interface SummaryFacts {
  readonly event: string;
  readonly environment: PageEnvironment;
  /** Unknown while the service was not asked. */
  readonly existing: number | undefined;
  /** How many different codes there are. */
  readonly codes: number;
  /** The names of the items that they will open. */
  readonly items: readonly string[];
}

/** What will be sent, and where. */
export function summary(fields: BatchFields, { event, environment, existing, codes, items }: SummaryFacts): HTMLElement {
  const rows: [string, string | HTMLElement][] = [
    [t('Environment'), environmentText(environment)],
    [t('Event'), event],
    [t('Passkeys to create'), countText(codes - (existing ?? 0))],
    [t('At the service already'), existing === undefined ? t('not known') : countText(existing)],
    [t('Items'), items.length === 0 ? t('none') : nameCell(items)],
    [t('Start'), fields.start || t('at once')],
    [t('Finish'), fields.finish || t('never')],
    [t('Limit'), fields.limit || t('none')],
  ];
  return table(
    { className: 'summary', caption: t('This will be sent') },
    rows.map(([name, value]) => [rowHead(name), value]),
  );
}

/** One a line; of more than a few, how many more there are. */
function nameCell(names: readonly string[]): HTMLElement {
  const shown = names.length > maxNames ? names.slice(0, maxNames - 1) : names;
  const rest = names.length - shown.length;
  const lines = [...shown, ...(rest > 0 ? [t('and {0} more', countText(rest))] : [])];
  return h(
    'td',
    {},
    lines.map((line) => h('div', {}, line)),
  );
}

export function unfinishedText({ state, counts }: UnfinishedRun): string {
  const how: Record<UnfinishedRun['state'], string> = {
    planned: t('not started'),
    interrupted: t('interrupted'),
    cancelled: t({ message: 'cancelled', comment: 'for a run' }),
    paused: t('paused'),
    needsDecision: t('needs a decision'),
  };
  const far = counts && t('{0} of {1}', countText(counts.wanted - counts.left - counts.unknown), countText(counts.wanted));
  return t('A run to this event is not at its end: {0}.', [far, how[state]].filter(Boolean).join(' · '));
}

export function endText({ state, counts, message }: BatchEnd): { kind: 'info' | 'warning'; text: string } {
  const { made, existed, rejected, unknown, left } = counts;
  const sentences = [
    made === 1 ? t('1 passkey was created.') : t('{0} passkeys were created.', countText(made)),
    existed > 0 && t('There already: {0}.', countText(existed)),
    rejected > 0 && t('Rejected: {0}.', countText(rejected)),
    unknown > 0 && t('Not known: {0}.', countText(unknown)),
    left > 0 && t('Not sent: {0}.', countText(left)),
    state === 'cancelled' && t('The run was cancelled; it can be resumed.'),
    state === 'paused' && t('The run paused: {0}', message ?? ''),
    state === 'needsDecision' && message,
    state === 'needsDecision' && t('The run needs a decision.'),
  ];
  return {
    kind: state === 'finished' && rejected + unknown === 0 ? 'info' : 'warning',
    text: sentences.filter(Boolean).join(' '),
  };
}
