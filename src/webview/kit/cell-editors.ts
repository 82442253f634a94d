// The cells of a page that are edited, each by the item and the field that it has: they stay open while the page draws its rows anew. One of them
// is open at a time; what was typed into others stands in their cells.
import type { CellTexts, EditBegin, EditedCell, EditStart, OpenEdit } from '../../protocol/item-edit.ts';
import { CellEditor, draftText } from './cell-editor.ts';
import type { StartedCell } from './cell-field.ts';
import { button } from './fields.ts';
import { t } from './l10n.ts';
import type { notice } from './page.ts';

interface EditorsOptions {
  readonly channel: ConstructorParameters<typeof CellEditor>[3]['channel'] & {
    request(name: 'beginEdit', payload: EditBegin): Promise<EditStart>;
  };
  readonly currency: string;
  readonly timeZone: string | undefined;
  readonly notice: ReturnType<typeof notice>;
  /** The element that shows the field now; none where its row is out of sight. */
  readonly cellOf: (cell: EditedCell) => HTMLElement | undefined;
  /** Gives the focus back to where the cell was. */
  readonly focusCell: (cell: EditedCell) => void;
  /** What the service has now, as the cell shows it. */
  readonly saved?: (cell: EditedCell, shown: string) => void;
}

export class CellEditors {
  readonly #options: EditorsOptions;
  readonly #open = new Map<string, { readonly cell: EditedCell; readonly editor: CellEditor }>();
  /** By the item: the editor hears that a cell of it was closed before it hears of another. */
  readonly #ended = new Map<string, Promise<unknown>>();

  constructor(options: EditorsOptions) {
    this.#options = options;
    // Before the rows hear it: they would only let go of what is chosen.
    document.addEventListener('keydown', (event) => this.#escape(event), { capture: true });
    // One that was scrolled away hears nothing of it.
    document.addEventListener('focusin', () => {
      if (this.#open.size > 0) setTimeout(() => this.#eachOpen((editor) => editor.left()));
    });
  }

  /** Turns a cell into an input, at once where the page knows what is in it; or says why that cannot be and what to do instead. */
  begin({ id, field, position }: EditBegin, texts?: CellTexts): void {
    const cell = { id, field };
    const open = this.#open.get(keyOf(cell));
    this.#parkAllBut(open?.editor);
    if (open) return this.#enter(open);
    const { channel, notice, timeZone } = this.#options;
    notice.clear();
    const begun = this.#endedOf(id).then(() =>
      channel.request('beginEdit', position === undefined ? cell : { ...cell, position }),
    );
    const text = texts?.[field];
    if (texts && text !== undefined) {
      const as = field === 'price' ? texts.as : field === 'finish' ? 'time' : 'count';
      this.#enter(this.#show(cell, { label: texts.label, text, as, timeZone }, begun));
    } else
      begun.then(
        (start) => this.#answered(cell, start),
        (error: unknown) => notice.fail(error),
      );
  }

  /** What somebody was typing when the page was hidden; the last of it is open. */
  restore(edits: readonly OpenEdit[]): void {
    const beginAll = async () => {
      for (const { id, field } of edits) {
        const start = await this.#options.channel.request('beginEdit', { id, field });
        this.#parkAllBut(undefined);
        if (start.kind === 'input') this.#show({ id, field }, start, Promise.resolve(start));
        else this.#answered({ id, field }, start);
      }
    };
    beginAll().catch((error: unknown) => this.#options.notice.fail(error));
  }

  /** The rows were drawn: what is open stands in its cell again, with the focus if it had it. */
  attach(focused: Element | null = document.activeElement): void {
    for (const { cell, editor } of this.#open.values()) {
      const element = this.#options.cellOf(cell);
      if (element) editor.attach(element);
    }
    if (focused instanceof HTMLElement && focused.isConnected && focused.closest('.cell-editor')) focused.focus();
  }

  #answered(cell: EditedCell, start: EditStart): void {
    if (start.kind === 'input') this.#enter(this.#show(cell, start, Promise.resolve(start)));
    else if (start.kind === 'draft') this.#say(cell, draftText());
    else if (start.kind === 'refused') this.#say(cell, start.why);
  }

  #show(cell: EditedCell, start: StartedCell, begun: Promise<EditStart>) {
    const known = this.#open.get(keyOf(cell));
    if (known) return known;
    const { channel, currency, notice, cellOf, focusCell, saved } = this.#options;
    const editor = new CellEditor(cell, start, begun, {
      channel,
      currency,
      report: (kind, text) => notice.show(kind, text),
      waits: (text) =>
        notice.show(
          'warning',
          text,
          button(t('Back to the Cell'), () => this.#goBack(cell)),
        ),
      closed: (isFocused, shown, ended) => {
        this.#open.delete(keyOf(cell));
        this.#ended.set(cell.id, Promise.all([this.#endedOf(cell.id), ended]));
        if (shown !== undefined) saved?.(cell, shown);
        if (isFocused) focusCell(cell);
      },
    });
    const made = { cell, editor };
    this.#open.set(keyOf(cell), made);
    const element = cellOf(cell);
    if (element) editor.attach(element);
    return made;
  }

  #enter({ cell, editor }: { readonly cell: EditedCell; readonly editor: CellEditor }): void {
    const element = this.#options.cellOf(cell);
    if (element) editor.attach(element);
    editor.focus();
  }

  #endedOf(id: string): Promise<unknown> {
    return this.#ended.get(id) ?? Promise.resolve();
  }

  #goBack(cell: EditedCell): void {
    this.#options.focusCell(cell);
    this.begin(cell);
  }

  #parkAllBut(kept: CellEditor | undefined): void {
    this.#eachOpen((editor) => editor !== kept && editor.park());
  }

  /** Some of them may close. */
  #eachOpen(act: (editor: CellEditor) => unknown): void {
    for (const { editor } of [...this.#open.values()]) act(editor);
  }

  /** Of an input that was scrolled away, and of what was typed into the cell that has the focus. */
  #escape(event: KeyboardEvent): void {
    const { activeElement: focused } = document;
    if (event.key !== 'Escape' || event.isComposing || focused?.closest('input, textarea, select, [role="menu"], [open]')) return;
    const found = [...this.#open.values()].find(({ editor }) => editor.hears(focused));
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    found.editor.cancel(true);
  }

  #say(cell: EditedCell, text: string): void {
    const { channel, notice } = this.#options;
    const open = button(t('Open Form'), () => notice.follow(channel.request('openEdited', cell)));
    notice.show('info', text, open);
    open.focus();
  }
}

function keyOf({ id, field }: EditedCell): string {
  return `${field} ${id}`;
}
