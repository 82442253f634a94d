// The cells of a page that are edited, each by the item and the field that it has: they stay open while the page draws its rows anew.
import type { EditBegin, EditedCell, EditStart, OpenEdit } from '../../protocol/item-edit.ts';
import { CellEditor, draftText } from './cell-editor.ts';
import { button } from './fields.ts';
import { t } from './l10n.ts';
import type { notice } from './page.ts';

interface EditorsOptions {
  readonly channel: ConstructorParameters<typeof CellEditor>[2]['channel'] & {
    request(name: 'beginEdit', payload: EditBegin): Promise<EditStart>;
  };
  readonly currency: string;
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

  constructor(options: EditorsOptions) {
    this.#options = options;
  }

  /** Turns a cell into an input, or says why that cannot be and what to do instead. */
  async begin({ id, field, position }: EditBegin, takesFocus = true): Promise<void> {
    const { channel, notice } = this.#options;
    const open = this.#open.get(keyOf({ id, field }));
    if (open) return open.editor.focus();
    notice.clear();
    try {
      const start = await channel.request('beginEdit', position === undefined ? { id, field } : { id, field, position });
      if (start.kind === 'input') this.#show({ id, field }, start, takesFocus);
      else if (start.kind === 'draft') this.#say({ id, field }, draftText());
      else if (start.kind === 'refused') this.#say({ id, field }, start.why);
    } catch (error) {
      notice.fail(error);
    }
  }

  /** What somebody was typing when the page was hidden. */
  restore(edits: readonly OpenEdit[]): void {
    for (const { id, field } of edits) void this.begin({ id, field }, false);
  }

  /** The rows were drawn: what is open stands in its cell again, with the focus if it had it. */
  attach(focused: Element | null = document.activeElement): void {
    for (const { cell, editor } of this.#open.values()) {
      const element = this.#options.cellOf(cell);
      if (element) editor.attach(element);
    }
    if (focused instanceof HTMLElement && focused.isConnected && focused.closest('.cell-editor')) focused.focus();
  }

  #show(cell: EditedCell, start: Extract<EditStart, { kind: 'input' }>, takesFocus: boolean): void {
    if (this.#open.has(keyOf(cell))) return;
    const { channel, currency, notice, cellOf, focusCell, saved } = this.#options;
    const editor = new CellEditor(cell, start, {
      channel,
      currency,
      report: (kind, text) => notice.show(kind, text),
      closed: (isFocused, shown) => {
        this.#open.delete(keyOf(cell));
        if (shown !== undefined) saved?.(cell, shown);
        if (isFocused) focusCell(cell);
      },
    });
    this.#open.set(keyOf(cell), { cell, editor });
    const element = cellOf(cell);
    if (element) editor.attach(element);
    if (takesFocus) editor.focus();
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
