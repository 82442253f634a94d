// A file of codes that is too large for the page: its name, its first lines, and the way back.
import type { BatchFile } from '../../protocol/passkeys.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';

interface FileCard {
  readonly element: HTMLElement;
  readonly file: BatchFile | undefined;
  show(file: BatchFile | undefined): void;
  focus(): void;
}

export function fileCard(onRemove: () => void): FileCard {
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
    show(file) {
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
