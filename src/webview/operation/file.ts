import { freshId, h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { currentLanguage, t } from '../kit/l10n.ts';

interface Chosen {
  readonly name: string;
  readonly size: number;
}

interface FilePicker {
  readonly element: HTMLElement;
  problem: string | undefined;
  focus(): void;
}

/** The file of an upload; the editor chooses and reads it, the page knows its name. */
export function filePicker(chosen: Chosen | undefined, choose: () => Promise<Chosen>): FilePicker {
  const name = h('span', { className: 'hint', id: freshId('file') });
  const problem = h('div', { className: 'problem', id: freshId('problem'), hidden: true });
  const open = button(t('Choose File…'), () => void pick());
  open.setAttribute('aria-describedby', `${name.id} ${problem.id}`);
  const show = (file: Chosen | undefined) =>
    (name.textContent = file
      ? t('{0} ({1} bytes)', file.name, file.size.toLocaleString(currentLanguage()))
      : t('No file chosen'));

  async function pick(): Promise<void> {
    try {
      show(await choose());
      problem.hidden = true;
    } catch (error) {
      const { message } = error as Error;
      if (message !== '') setProblem(message);
    }
  }

  function setProblem(text: string | undefined): void {
    problem.hidden = text === undefined;
    problem.textContent = text ?? '';
  }

  show(chosen);
  return {
    element: h('div', { className: 'field' }, h('h2', {}, t('File')), h('div', { className: 'check' }, open, name), problem),
    get problem() {
      return problem.hidden ? undefined : problem.textContent;
    },
    set problem(text) {
      setProblem(text);
    },
    focus: () => open.focus(),
  };
}
