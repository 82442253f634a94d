// A part of the page that is read by itself: it says while it loads, and what went wrong.
import { h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';

interface Part {
  readonly element: HTMLElement;
  /** Reads it again; what is shown stays until there is something in its place. */
  load(isAsked: boolean): void;
}

export function part(title: string, actions: readonly HTMLElement[], read: (isAsked: boolean) => Promise<readonly Node[]>): Part {
  const content = h('div');
  const heading = h('h2', {}, title);
  const element = h('section', {}, h('div', { className: 'part' }, heading, ...actions), content);
  let reads = 0;

  async function load(isAsked: boolean): Promise<void> {
    const mine = ++reads;
    if (!content.hasChildNodes())
      replaceChildren(content, h('p', { className: 'hint', attributes: { role: 'status' } }, t('Loading…')));
    try {
      const nodes = await read(isAsked);
      if (mine === reads) replaceChildren(content, nodes);
    } catch (error) {
      if (mine === reads) fail((error as Error).message);
    }
  }

  function fail(message: string): void {
    const again = button(t('Try Again'), () => void load(true));
    const text = message === '' ? t('This was not loaded.') : message;
    replaceChildren(
      content,
      h('div', { className: 'notice warning', attributes: { role: 'status' } }, h('span', {}, text), again),
    );
  }

  return { element, load: (isAsked) => void load(isAsked) };
}
