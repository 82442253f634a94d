// How many codes there are, while they are typed: counted here at once, and compared with the service a moment later.
import { readCodes } from '../../protocol/codes.ts';
import type { BatchFile } from '../../protocol/passkeys.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { currentLanguage, t } from '../kit/l10n.ts';

interface CodeFigures {
  readonly codes: number;
  readonly duplicates: number;
  readonly blank: number;
}

export function figuresOf(text: string): CodeFigures {
  const { codes, blank, duplicates } = readCodes(text);
  return { codes: codes.length, blank, duplicates };
}

/** How long nothing is typed before the service's passkeys are compared, in milliseconds. */
const pause = 400;

interface CodeCounts {
  readonly element: HTMLElement;
  /** How many of the codes the event has already, once that is known. */
  readonly existing: number | undefined;
  /** What there is now: what was typed, or a file. */
  update(source: CodeSource): void;
  /** Compares now, where that has not been done. */
  settle(source: CodeSource): Promise<void>;
}

export type CodeSource = string | BatchFile;

export function codeCounts(check: (source: CodeSource) => Promise<{ existing: number; first: readonly string[] }>): CodeCounts {
  let existing: number | undefined;
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const figures = h('dl', { className: 'figures' });
  const detail = h('div', { className: 'hint' });
  const element = h('div', { attributes: { role: 'status' } }, figures, detail);

  function draw(source: CodeSource, said: string): void {
    const { codes, blank, duplicates } = typeof source === 'string' ? figuresOf(source) : source;
    const shown: [string, string][] = [
      [t('Codes'), count(codes)],
      [t('Duplicates'), count(duplicates)],
      [t('Blank lines'), count(blank)],
      [t('At the service already'), said],
    ];
    replaceChildren(
      figures,
      shown.map(([name, figure]) => h('div', {}, h('dt', {}, name), h('dd', {}, figure))),
    );
  }

  async function compare(source: CodeSource): Promise<void> {
    const mine = ++asked;
    try {
      const found = await check(source);
      // An answer that was overtaken is no longer the answer.
      if (mine !== asked) return;
      existing = found.existing;
      draw(source, count(found.existing));
      detail.textContent = found.existing === 0 ? '' : t('Left as they are: {0}', firstOf(found));
    } catch (error) {
      if (mine !== asked) return;
      draw(source, '?');
      detail.textContent = t('It is not known which ones the service has: {0}', (error as Error).message);
    }
  }

  return {
    element,
    get existing() {
      return existing;
    },
    update(source) {
      clearTimeout(timer);
      asked++;
      existing = undefined;
      detail.textContent = '';
      const isEmpty = typeof source === 'string' && figuresOf(source).codes === 0;
      draw(source, isEmpty ? count(0) : '…');
      if (!isEmpty) timer = setTimeout(() => void compare(source), pause);
    },
    async settle(source) {
      clearTimeout(timer);
      if (existing === undefined) await compare(source);
    },
  };
}

function firstOf({ existing, first }: { existing: number; first: readonly string[] }): string {
  return `${first.join(', ')}${existing > first.length ? ', …' : ''}`;
}

export function count(figure: number): string {
  return figure.toLocaleString(currentLanguage());
}
