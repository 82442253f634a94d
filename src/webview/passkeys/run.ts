// The summary before a run, how far it is, and how it ended.
import type { BatchCounts, BatchEnd, BatchFields, UnfinishedRun } from '../../protocol/passkeys.ts';
import type { PageEnvironment } from '../../protocol/environment.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { count } from './counts.ts';

interface SummaryFacts {
  readonly event: string;
  readonly place: PageEnvironment;
  /** Unknown while the service was not asked. */
  readonly existing: number | undefined;
  /** How many different codes there are. */
  readonly codes: number;
}

/** What will be sent, and where. */
export function summary(fields: BatchFields, { event, place, existing, codes }: SummaryFacts): HTMLElement {
  const rows: [string, string][] = [
    [t('Environment'), place.protected ? t('{0} (protected)', place.label) : place.label],
    [t('Event'), event],
    [t('Passkeys to create'), count(codes - (existing ?? 0))],
    [t('At the service already'), existing === undefined ? t('not known') : count(existing)],
    [t('Items'), fields.itemIds.length === 0 ? t('none') : count(fields.itemIds.length)],
    [t('Start'), fields.start || t('at once')],
    [t('Finish'), fields.finish || t('never')],
    [t('Limit'), fields.limit || t('none')],
  ];
  return h(
    'table',
    { className: 'summary' },
    h('caption', {}, t('This will be sent')),
    h(
      'tbody',
      {},
      rows.map(([name, value]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, value))),
    ),
  );
}

interface ProgressView {
  readonly element: HTMLElement;
  begin(title: string): void;
  show(counts: BatchCounts): void;
  end(): void;
}

export function progressView(cancel: () => void): ProgressView {
  const bar = h('progress', { attributes: { 'aria-label': t('Progress') } });
  const text = h('span', { attributes: { role: 'status' } });
  const stop = button(t('Cancel'), () => {
    stop.disabled = true;
    cancel();
  });
  const element = h('div', { className: 'notice', hidden: true }, text, bar, stop);
  return {
    element,
    begin(title) {
      bar.removeAttribute('value');
      text.textContent = title;
      stop.disabled = false;
      element.hidden = false;
      stop.focus();
    },
    show({ wanted, left, unknown }) {
      bar.max = wanted;
      bar.value = wanted - left - unknown;
      element.hidden = false;
      text.textContent = t('{0} of {1}', count(wanted - left - unknown), count(wanted));
    },
    end() {
      element.hidden = true;
    },
  };
}

export function unfinishedText({ state, counts }: UnfinishedRun): string {
  const how: Record<UnfinishedRun['state'], string> = {
    planned: t('not started'),
    interrupted: t('interrupted'),
    cancelled: t({ message: 'cancelled', comment: 'for a run' }),
    paused: t('paused'),
    needsDecision: t('needs a decision'),
  };
  const far = counts && t('{0} of {1}', count(counts.wanted - counts.left - counts.unknown), count(counts.wanted));
  return t('A run to this event is not at its end: {0}.', [far, how[state]].filter(Boolean).join(' · '));
}

export function endText({ state, counts, message }: BatchEnd): { kind: 'info' | 'warning'; text: string } {
  const { made, existed, rejected, unknown, left } = counts;
  const parts = [
    made === 1 ? t('1 passkey was created.') : t('{0} passkeys were created.', count(made)),
    existed > 0 && t('There already: {0}.', count(existed)),
    rejected > 0 && t('Rejected: {0}.', count(rejected)),
    unknown > 0 && t('Not known: {0}.', count(unknown)),
    left > 0 && t('Not sent: {0}.', count(left)),
    state === 'cancelled' && t('The run was cancelled; it can be resumed.'),
    state === 'paused' && t('The run paused: {0}', message ?? ''),
    state === 'needsDecision' && t('The run needs a decision.'),
  ];
  return { kind: state === 'finished' && rejected + unknown === 0 ? 'info' : 'warning', text: parts.filter(Boolean).join(' ') };
}
