// How a file is, in one line: what to fix, ready to upload, or at the event already.
import type { CheckedFile, ServerState, UploadTarget } from '../../protocol/codes-check.ts';
import { h } from '../kit/dom.ts';
import { countText, momentText, t } from '../kit/l10n.ts';

/** The one line that says how the file is. */
export function resultLine() {
  const icon = h('span', { className: 'icon', attributes: { 'aria-hidden': 'true' } });
  const text = h('span');
  const element = h('p', { className: 'result', attributes: { role: 'status' } }, icon, text);
  return {
    element,
    show(file: CheckedFile, target: UploadTarget, server: ServerState) {
      const sent = sentAsItIs(target, server);
      const event = target.event?.label ?? '';
      const isReady = sent ? sent.outcome === 'seen' : isGood(file);
      element.classList.toggle('ready', isReady);
      icon.textContent = isReady ? '✓' : '⚠';
      text.textContent = sent ? sentText(file, sent, event) : resultText(file, event, server);
    },
  };
}

type LastUpload = NonNullable<UploadTarget['lastUpload']>;

/** The last upload to the event, where it may be there and the file is what was sent. */
export function sentAsItIs({ lastUpload }: UploadTarget, server: ServerState): LastUpload | undefined {
  const isThere = lastUpload?.outcome === 'seen' || lastUpload?.outcome === 'unsure';
  // What was seen once and is not there any more can be sent like any other file.
  const isGone = lastUpload?.outcome === 'seen' && server.kind === 'known' && server.added > 0;
  return isThere && !isGone && !lastUpload.isChangedSince ? lastUpload : undefined;
}

const isAllThere = (file: CheckedFile, server: ServerState) => isGood(file) && server.kind === 'known' && server.added === 0;

/** What to look at where nothing is left to upload: the codes that were added, or what the file and the event share. */
export function nextLook(file: CheckedFile, target: UploadTarget, server: ServerState): 'open' | 'compare' | undefined {
  const sent = sentAsItIs(target, server);
  if (sent) return sent.hasList ? 'open' : 'compare';
  return isAllThere(file, server) ? 'compare' : undefined;
}

function sentText({ codes }: CheckedFile, { at, outcome, stored }: LastUpload, event: string): string {
  const when = momentText(at);
  const all = countText(codes);
  if (outcome !== 'seen') return t('Sent to {0}, {1}: not all of it was seen there.', event, when);
  if (stored === undefined)
    return codes === 1
      ? t('Sent to {0}, {1}: its code is there.', event, when)
      : t('Sent to {0}, {1}: all {2} codes are there.', event, when, all);
  if (stored === 0)
    return codes === 1
      ? t('Sent to {0}, {1}: its code was there already, nothing is new.', event, when)
      : t('Sent to {0}, {1}: all {2} codes were there already, nothing is new.', event, when, all);
  if (stored < codes) return t('Uploaded to {0}, {1}: {2} new of {3} codes', event, when, countText(stored), all);
  return codes === 1 ? t('Uploaded to {0}, {1}: 1 code', event, when) : t('Uploaded to {0}, {1}: {2} codes', event, when, all);
}

export const isGood = ({ codes, problems, column, stoppedAt, damage }: CheckedFile) =>
  codes > 0 && problems === 0 && column !== undefined && stoppedAt === undefined && !damage;

/** Whether a copy can be written in which some of the problems are gone. */
export const isFixable = ({ problems, kinds }: CheckedFile) => problems > 0 && kinds.some(({ fix, isNote }) => fix && !isNote);

function resultText(file: CheckedFile, event: string, server: ServerState): string {
  const { codes, problems, column, damage, stoppedAt } = file;
  if (column === undefined) return t('It is not clear which column holds the codes: choose it below.');
  if (problems > 0) return problemsText(file);
  if (codes === 0) return t('There are no codes.');
  const all = countText(codes);
  if (stoppedAt !== undefined) return t('Not all of the file was checked: {0} codes so far', all);
  if (damage)
    return t(
      'Codes that were damaged in {1} already: {0}. Mend them there, and make the copy anew.',
      countText(damage.codes),
      damage.from,
    );
  if (isAllThere(file, server))
    return codes === 1 ? t('Its code is in {0} already.', event) : t('All {0} codes are in {1} already.', all, event);
  if (server.kind === 'known' && server.there > 0)
    return t('Ready: {0} codes, {1} of them new to {2}', all, countText(server.added), event);
  return codes === 1 ? t('Ready: 1 code') : t('Ready: {0} codes', all);
}

/** Where no copy would help, what is left is named: somebody has to see to it. */
function problemsText(file: CheckedFile): string {
  const [wrong, all] = [countText(file.problems), countText(file.codes)];
  if (isFixable(file)) return file.codes === 1 ? t('{0} to fix in 1 code', wrong) : t('{0} to fix in {1} codes', wrong, all);
  const left = file.kinds.filter(({ isNote }) => !isNote).map(({ text, count }) => `${text} (${countText(count)})`);
  return t('{0} left to fix by hand: {1}', wrong, left.join(', '));
}
