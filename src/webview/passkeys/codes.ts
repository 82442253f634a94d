// The codes: how many there are, counted here while they are typed and compared with the service a moment later; or a file that holds them.
import type { BatchFile, ExistingCodes } from '../../protocol/passkeys.ts';
import { parseCodes } from '../../shared/codes.ts';
import { Latest } from '../kit/channel.ts';
import { definitions, h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';
import { describeButton } from '../kit/page.ts';

export function figuresOf(text: string): Pick<BatchFile, 'codes' | 'duplicates' | 'blank'> {
  const { codes, blank, duplicates } = parseCodes(text);
  return { codes: codes.length, blank, duplicates };
}

/** How long nothing is typed before the service's passkeys are compared, in milliseconds. */
const pause = 400;

export type CodeSource = string | BatchFile;

export function codeCounts(check: (source: CodeSource) => Promise<ExistingCodes>) {
  let existing: number | undefined;
  const newest = new Latest();
  const figures = h('dl', { className: 'figures' });
  const detail = h('div', { className: 'hint' });

  const describe = describeButton();
  describe.hidden = true;

  /** `found`: how many of them the service has, where that is known. */
  function draw(source: CodeSource, there: string, note = '', isUnknown = false, found?: number): void {
    const typed = typeof source === 'string' ? parseCodes(source) : undefined;
    const { codes, blank, duplicates } = typed ? { ...typed, codes: typed.codes.length } : (source as BatchFile);
    const different = typed ? codes : codes - duplicates;
    const shown: [string, string][] = [
      found === undefined ? [t('Codes'), countText(codes)] : [t('Passkeys to create'), countText(different - found)],
      [t('Duplicates'), countText(duplicates)],
      [t('Blank lines'), countText(blank)],
      [t('At the service already'), there],
    ];
    replaceChildren(figures, definitions(shown));
    const cut = typed?.padded ? t('White space around codes is left out: {0}.', countText(typed.padded)) : '';
    detail.textContent = [note, cut].filter(Boolean).join(' ');
    describe.hidden = !isUnknown;
  }

  const compare = (source: CodeSource) =>
    newest.ask(
      check(source),
      ({ existing: found, first, isWhole }) => {
        existing = isWhole ? found : undefined;
        const names = `${first.join(', ')}${found > first.length ? ', …' : ''}`;
        const left = found === 0 ? '' : t('Left as they are: {0}', names);
        const doubt = isWhole
          ? ''
          : t('Nothing shows that all passkeys of the event were read. Describe Service… in the command palette can tell.');
        const there = isWhole ? countText(found) : t('at least {0}', countText(found));
        draw(source, there, [left, doubt].filter(Boolean).join(' '), !isWhole, existing);
      },
      (message) => draw(source, '?', t('It is not known which ones the service has: {0}', message)),
    );

  return {
    element: h('div', { attributes: { role: 'status' } }, figures, detail, describe),
    /** How many of the codes the event has already, once that is known. */
    get existing() {
      return existing;
    },
    /** What there is now: what was typed, or a file. */
    update(source: CodeSource) {
      newest.cancel();
      existing = undefined;
      const isEmpty = typeof source === 'string' && figuresOf(source).codes === 0;
      draw(source, isEmpty ? countText(0) : '…');
      if (!isEmpty) newest.after(pause, () => void compare(source));
    },
    /** Compares now, where that has not been done. */
    compare: (source: CodeSource) => (existing === undefined ? compare(source) : Promise.resolve()),
  };
}

export function fileCard(onRemove: () => void) {
  let shown: BatchFile | undefined;
  const title = h('strong', {});
  const lines = h('pre', {});
  const more = h('div', { className: 'hint' });
  const remove = button(t('Remove File'), onRemove);
  const element = h('section', { hidden: true }, title, lines, more, h('div', { className: 'actions' }, remove));
  return {
    element,
    get file() {
      return shown;
    },
    show(file: BatchFile | undefined) {
      shown = file;
      element.hidden = file === undefined;
      if (!file) return;
      title.textContent = `${file.name} · ${file.column}`;
      lines.textContent = file.first.join('\n');
      const rest = file.codes - file.first.length;
      more.textContent = t(
        'and {0} more. The run reads them from the file, which must stay as it is until the end.',
        countText(rest),
      );
    },
    focus: () => remove.focus(),
  };
}
