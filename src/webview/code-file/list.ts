// The rows of a file: those in sight are in the page, a few more are kept, and the rest is asked for. Of a very long file, the bar stands for
// more than it can measure: a browser draws nothing that is some millions of pixels high.
import { mostRowsAtOnce, type OpenedFile, type RowProblem, type ShownRow } from '../../protocol/code-file.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { countText, t } from '../kit/l10n.ts';
import type { Point } from '../kit/menu.ts';

interface ListActions {
  readonly read: (from: number, count: number) => Promise<readonly ShownRow[]>;
  /** Somebody is in another row, or its content has come. */
  readonly moved: () => void;
  readonly copy: (row: number) => void;
  /** What can be done with the row where somebody is; `at`: where the pointer is, or the row. */
  readonly menu: (at: Point) => void;
  readonly failed: (error: unknown) => void;
}

const rowHeight = 26;
const mostHeight = 8_000_000;
/** Rows beyond the edges, so that a scroll shows no gaps. */
const beyond = 8;
const blockSize = Math.min(100, mostRowsAtOnce);
/** Blocks of rows that are kept. */
const mostBlocks = 50;

export class CodeList {
  readonly element: HTMLElement;
  readonly #table = h('table', { tabIndex: 0, attributes: { role: 'grid' } });
  readonly #sizes = h('colgroup');
  readonly #head = h('thead');
  readonly #body = h('tbody');
  readonly #above = spacer();
  readonly #below = spacer();
  readonly #actions: ListActions;
  readonly #placeName: string;
  #file: OpenedFile | undefined;
  #blocks = new Map<number, readonly ShownRow[]>();
  #drawn = new Map<number, HTMLTableRowElement>();
  #problems: readonly RowProblem[] = [];
  /** Below it, some problems may not be among these. */
  #lastMarked = Infinity;
  #needle = '';
  #isReading = false;
  #row = 0;
  /** A row that was asked for and is not counted yet. */
  #awaited: number | undefined;
  /** How far the rows are scrolled, in the pixels that all of them would take. */
  #top = 0;
  /** Where the bar was put last: what it says then is nobody's scroll. */
  #bar = 0;

  /** `placeName`: what the number of a row is called. */
  constructor(label: string, placeName: string, actions: ListActions) {
    this.#actions = actions;
    this.#placeName = placeName;
    this.#table.setAttribute('aria-label', label);
    this.#table.append(this.#sizes, this.#head, this.#body);
    this.#body.append(this.#above, this.#below);
    this.element = h('div', { className: 'grid rows' }, this.#table);
    this.element.addEventListener('scroll', () => this.#onScroll(), { passive: true });
    this.element.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false });
    this.#table.addEventListener('keydown', (event) => this.#key(event));
    this.#body.addEventListener('mousedown', (event) => this.#press(event));
    this.#table.addEventListener('contextmenu', (event) => this.#openMenu(event));
    new ResizeObserver(() => this.#scrollTo(this.#top)).observe(this.element);
  }

  /** Shows a file; the rows of another version are other rows. */
  show(file: OpenedFile): void {
    const before = this.#file;
    this.#file = file;
    if (before?.version !== file.version) {
      this.#blocks.clear();
      this.#awaited = undefined;
    }
    if (before?.version !== file.version || before.column !== file.column) this.#drawHead(file);
    // A number of a line is longer at the end of the file.
    if (before?.isCounted !== file.isCounted) this.#drawSizes();
    this.#table.setAttribute('aria-rowcount', String(file.isCounted ? file.rows + 1 : -1));
    this.#table.setAttribute('aria-colcount', String(file.columns.length + 2));
    if (file.isCounted) this.#row = Math.min(this.#row, Math.max(0, file.rows - 1));
    this.#redraw();
    if (this.#awaited !== undefined) this.jumpTo(this.#awaited);
  }

  showProblems(problems: readonly RowProblem[], lastMarked = Infinity): void {
    this.#problems = problems;
    this.#lastMarked = lastMarked;
    this.#redraw();
  }

  /** Marks this text in the cells. */
  mark(text: string): void {
    this.#needle = text.toLowerCase();
    this.#redraw();
  }

  get row(): number {
    return this.#row;
  }

  get rowCount(): number {
    return this.#file?.rows ?? 0;
  }

  /** The row where somebody is, once it has come. */
  get current(): ShownRow | undefined {
    return this.#at(this.#row);
  }

  problemsOf({ line, lines }: ShownRow): readonly RowProblem[] {
    return this.#problems.filter((problem) => problem.line >= line && problem.line < line + lines);
  }

  isUnmarked({ line }: ShownRow): boolean {
    return line > this.#lastMarked;
  }

  focus(): void {
    this.#table.focus({ preventScroll: true });
  }

  goTo(row: number): void {
    this.#awaited = undefined;
    this.#row = Math.max(0, Math.min(row, this.rowCount - 1));
    const [top, view] = [this.#row * rowHeight, this.#view];
    if (top < this.#top) this.#scrollTo(top);
    else if (top + rowHeight > this.#top + view) this.#scrollTo(top + rowHeight - view);
    else this.#draw();
    this.#actions.moved();
  }

  /** As far from the edges as possible: what stands around it matters when somebody comes from far away. */
  jumpTo(row: number): void {
    if (row >= this.rowCount && this.#file?.isCounted === false) return void (this.#awaited = row);
    const top = row * rowHeight;
    const isInSight = top >= this.#top && top + rowHeight <= this.#top + this.#view;
    if (!isInSight) this.#scrollTo(top - Math.floor(this.#view / 2 / rowHeight) * rowHeight);
    this.goTo(row);
  }

  /** What is in sight of the rows, without the names of the columns. */
  get #view(): number {
    return Math.max(rowHeight, this.element.clientHeight - this.#head.offsetHeight);
  }

  get #height(): number {
    return this.rowCount * rowHeight;
  }

  get #shownHeight(): number {
    return Math.min(this.#height, mostHeight);
  }

  /** How many pixels of the rows a pixel of the bar stands for. */
  get #scale(): number {
    const range = this.#shownHeight - this.#view;
    return this.#height > mostHeight && range > 0 ? (this.#height - this.#view) / range : 1;
  }

  #scrollTo(top: number): void {
    this.#top = Math.max(0, Math.min(top, this.#height - this.#view));
    this.#draw();
    this.element.scrollTop = this.#bar = this.#top / this.#scale;
    this.#draw();
  }

  #onScroll(): void {
    const { scrollTop } = this.element;
    // A browser rounds what it is told.
    if (Math.abs(scrollTop - this.#bar) < 1) return;
    this.#bar = scrollTop;
    this.#top = scrollTop * this.#scale;
    this.#draw();
  }

  /** A wheel moves some rows, also where a pixel of the bar is a hundred of them. */
  #onWheel(event: WheelEvent): void {
    if (this.#scale === 1 || event.deltaY === 0 || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const unit = [1, rowHeight, this.#view][event.deltaMode] ?? 1;
    this.#scrollTo(this.#top + event.deltaY * unit);
  }

  #key(event: KeyboardEvent): void {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'c') {
      if (getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      return this.#actions.copy(this.#row);
    }
    const step = Math.max(1, Math.floor(this.#view / rowHeight) - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowUp: this.#row - 1,
      ArrowDown: this.#row + 1,
      PageUp: this.#row - step,
      PageDown: this.#row + step,
      Home: 0,
      End: this.rowCount - 1,
    };
    const row = moves[event.key];
    if (row === undefined || event.altKey || event.shiftKey) return;
    event.preventDefault();
    this.goTo(row);
  }

  #press(event: MouseEvent): void {
    const row = (event.target as Element).closest('tr')?.dataset.index;
    if (row === undefined) return;
    this.#row = Number(row);
    this.#draw();
    this.#actions.moved();
  }

  /** The key for it says where the table is, not the row. */
  #openMenu(event: MouseEvent): void {
    event.preventDefault();
    const row = this.#drawn.get(this.#row)?.getBoundingClientRect();
    this.#actions.menu(event.button === 2 || !row ? { x: event.clientX, y: event.clientY } : { x: row.left, y: row.bottom });
  }

  #drawHead({ columns, column, moreColumns }: OpenedFile): void {
    const cells = columns.map((name, index) => {
      const isCodes = index === column;
      // What is called so needs no sign of it.
      const tag = isCodes && !/^c[oó]d(?:e|igo)s?$/i.test(name.trim()) && h('span', { className: 'tag' }, t('codes'));
      return h('th', { scope: 'col', className: isCodes ? 'code' : '', title: name }, name, tag && ' ', tag);
    });
    const line = h('th', { scope: 'col', className: 'number' }, this.#placeName);
    const more = t('Problems (columns that are not shown: {0})', countText(moreColumns));
    const problems = h('th', { scope: 'col' }, moreColumns > 0 ? more : t('Problems'));
    replaceChildren(this.#head, h('tr', { attributes: { 'aria-rowindex': '1' } }, line, cells, problems));
    this.#drawSizes();
  }

  /** From the names and the first rows that came, so that no width changes while somebody scrolls. */
  #drawSizes(): void {
    const { columns = [], column } = this.#file ?? {};
    const [sample = []] = this.#blocks.values();
    const widths = columns.map((name, index) => {
      const longest = sample.reduce((most, { cells }) => Math.max(most, sizeOf(cells[index] ?? '')), sizeOf(name));
      return Math.max(6, Math.min(40, longest)) + (index === column ? 9 : 3);
    });
    const all = [Math.max(8, countText(this.rowCount).length + 5), ...widths];
    const sized = all.map((width) => {
      const size = h('col');
      size.style.width = `${width}ch`;
      return size;
    });
    replaceChildren(this.#sizes, sized, h('col'));
    this.#table.style.width = `${all.reduce((sum, width) => sum + width, 50)}ch`;
  }

  #at(row: number): ShownRow | undefined {
    return this.#blocks.get(Math.floor(row / blockSize))?.[row % blockSize];
  }

  #redraw(): void {
    for (const row of this.#drawn.values()) row.remove();
    this.#drawn.clear();
    this.#scrollTo(this.#top);
    this.#actions.moved();
  }

  #draw(): void {
    const [rows, top, bar, scale] = [this.rowCount, this.#top, this.#bar, this.#scale];
    // Above the first row there is only as much room as the bar has left behind.
    const room = scale === 1 ? 0 : Math.ceil(Math.max(0, top - bar) / rowHeight);
    const first = Math.max(0, room, Math.min(Math.floor(top / rowHeight) - beyond, rows - 1));
    const above = scale === 1 ? first * rowHeight : first * rowHeight - (top - bar);
    const fits = first + Math.floor((this.#shownHeight - above + 1) / rowHeight);
    const last = Math.min(rows, fits, Math.ceil((top + this.#view) / rowHeight) + beyond);
    for (const [index, row] of this.#drawn) {
      if (index >= first && index < last) continue;
      row.remove();
      this.#drawn.delete(index);
    }
    let next: Element = this.#above;
    for (let index = first; index < last; index++) {
      const row = this.#drawn.get(index) ?? this.#makeRow(index);
      row.setAttribute('aria-selected', String(index === this.#row));
      if (row.previousElementSibling !== next) next.after(row);
      next = row;
    }
    setHeight(this.#above, above);
    setHeight(this.#below, this.#shownHeight - above - Math.max(0, last - first) * rowHeight);
    const active = this.#drawn.get(this.#row);
    if (active) this.#table.setAttribute('aria-activedescendant', active.id);
    else this.#table.removeAttribute('aria-activedescendant');
    void this.#fill(first, last);
  }

  /** One read at a time: what was scrolled past meanwhile is not read at all. */
  async #fill(first: number, last: number): Promise<void> {
    const version = this.#file?.version;
    const wanted = [this.#row, ...Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index)];
    const missing = wanted.find((row) => row < this.rowCount && !this.#at(row));
    if (missing === undefined || this.#isReading) return;
    this.#isReading = true;
    const block = Math.floor(missing / blockSize);
    try {
      const rows = await this.#actions.read(block * blockSize, blockSize);
      if (version === this.#file?.version) this.#keep(block, rows);
    } catch (error) {
      // What is asked of a file that has changed is asked again once the editor has read it.
      return this.#actions.failed(error);
    } finally {
      this.#isReading = false;
    }
    if (version !== this.#file?.version || this.#at(missing)) this.#redrawBlock(block);
  }

  #keep(block: number, rows: readonly ShownRow[]): void {
    const isFirst = this.#blocks.size === 0;
    this.#blocks.delete(block);
    this.#blocks.set(block, rows);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > mostBlocks && oldest !== undefined) this.#blocks.delete(oldest);
    if (isFirst) this.#drawSizes();
  }

  #redrawBlock(block: number): void {
    for (const [index, row] of this.#drawn) {
      if (Math.floor(index / blockSize) !== block) continue;
      row.remove();
      this.#drawn.delete(index);
    }
    this.#draw();
    if (Math.floor(this.#row / blockSize) === block) this.#actions.moved();
  }

  #makeRow(index: number): HTMLTableRowElement {
    const row = this.#at(index);
    const { columns = [], column, headerLine } = this.#file ?? {};
    const isHeader = row !== undefined && row.line === headerLine;
    const problems = row ? this.problemsOf(row) : [];
    const element = h(
      'tr',
      { id: `row-${index}`, className: isHeader ? 'head' : '', attributes: { 'aria-rowindex': String(index + 2) } },
      lineCell(row, problems),
      columns.map((_, cell) => this.#cell(row?.cells[cell], cell === column)),
      this.#problemCell(row, problems, isHeader),
    );
    element.dataset.index = String(index);
    this.#drawn.set(index, element);
    return element;
  }

  /** Cells that the columns have no place for stand here too: a row that is longer than the others hides nothing. */
  #problemCell(row: ShownRow | undefined, problems: readonly RowProblem[], isHeader: boolean): HTMLElement {
    const more = row?.cells.slice(this.#file?.columns.length).map(inOneLine).join(' · ') ?? '';
    const texts = [isHeader ? t('Header') : '', ...problems.map(({ text }) => text), more && t('More cells: {0}', more)];
    const text = texts.filter(Boolean).join(' ');
    const unmarked = row && this.isUnmarked(row) && h('span', { className: 'hint' }, t('Not all problems are marked here.'));
    return h('td', { className: 'found', title: text }, text, unmarked && text !== '' && ' ', unmarked);
  }

  #cell(text: string | undefined, isCode: boolean): HTMLElement {
    const shown = inOneLine(text ?? '');
    const at = this.#needle === '' ? -1 : shown.toLowerCase().indexOf(this.#needle);
    const end = at + this.#needle.length;
    const found = at < 0 ? [shown] : [shown.slice(0, at), h('mark', {}, shown.slice(at, end)), shown.slice(end)];
    const cell = h('td', { className: isCode ? 'code' : '' }, ...found);
    if (shown.length > 20) cell.title = shown;
    return cell;
  }
}

function lineCell(row: ShownRow | undefined, problems: readonly RowProblem[]): HTMLElement {
  const cell = h('th', { scope: 'row', className: 'number' });
  const isWrong = problems.some(({ isNote }) => !isNote);
  const sign = problems.length === 0 ? '' : isWrong ? '⚠' : 'i';
  const mark = sign !== '' && h('span', { className: isWrong ? 'mark' : 'mark note', ariaHidden: 'true' }, `${sign} `);
  replaceChildren(cell, mark, row ? countText(row.line) : '…');
  return cell;
}

function inOneLine(text: string): string {
  return text.replace(/\r\n|\r|\n/g, ' ⏎ ');
}

/** A capital takes more room than a figure. */
function sizeOf(text: string): number {
  const shown = text.slice(0, 40);
  return Math.ceil(shown.length + (shown.match(/\p{Lu}/gu)?.length ?? 0) / 3);
}

function spacer(): HTMLTableRowElement {
  return h('tr', { className: 'space', ariaHidden: 'true' });
}

function setHeight(row: HTMLTableRowElement, height: number): void {
  row.style.height = `${Math.max(0, height)}px`;
  row.hidden = height <= 0;
}
