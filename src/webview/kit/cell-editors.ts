// The cells of a page that are edited, each by the item and the field that it has: they stay open while the page draws its rows anew. One of them
// is open at a time; what was typed into others stands in their cells.
import type { CellTexts, EditBegin, EditedCell, EditStart, OpenEdit } from '../../protocol/item-edit.ts';
import { cellEditor, draftText, type CellEditor, type EditChannel } from './cell-editor.ts';
import type { StartedCell } from './cell-field.ts';
import { button } from './fields.ts';
import { t } from './l10n.ts';
import type { notice } from './page.ts';

interface EditorsOptions {
  readonly channel: EditChannel & {
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

interface Open {
  readonly cell: EditedCell;
  readonly editor: CellEditor;
}

export function cellEditors({ channel, currency, timeZone, notice, cellOf, focusCell, saved }: EditorsOptions) {
  const open = new Map<string, Open>();
  /** By the item: the editor hears that a cell of it was closed before it hears of another. */
  const ended = new Map<string, Promise<unknown>>();
  // Before the rows hear it: they would only let go of what is chosen.
  document.addEventListener('keydown', escape, { capture: true });
  // One that was scrolled away hears nothing of it.
  document.addEventListener('focusin', () => {
    if (open.size > 0) setTimeout(() => eachOpen((editor) => editor.left()));
  });

  /** Turns a cell into an input, at once where the page knows what is in it; or says why that cannot be and what to do instead. */
  function begin({ id, field, position }: EditBegin, texts?: CellTexts): void {
    const cell = { id, field };
    const known = open.get(keyOf(cell));
    parkAllBut(known?.editor);
    if (known) return enter(known);
    notice.clear();
    const begun = endedOf(id).then(() => channel.request('beginEdit', position === undefined ? cell : { ...cell, position }));
    const text = texts?.[field];
    if (texts && text !== undefined) {
      const as = field === 'price' ? texts.as : field === 'finish' ? 'time' : 'count';
      enter(show(cell, { label: texts.label, text, as, timeZone }, begun));
    } else
      begun.then(
        (start) => answered(cell, start),
        (error: unknown) => notice.fail(error),
      );
  }

  function answered(cell: EditedCell, start: EditStart): void {
    if (start.kind === 'input') enter(show(cell, start, Promise.resolve(start)));
    else if (start.kind === 'draft') say(cell, draftText());
    else if (start.kind === 'refused') say(cell, start.why);
  }

  function show(cell: EditedCell, start: StartedCell, begun: Promise<EditStart>): Open {
    const known = open.get(keyOf(cell));
    if (known) return known;
    const goBack = () => {
      focusCell(cell);
      begin(cell);
    };
    const editor = cellEditor(cell, start, begun, {
      channel,
      currency,
      report: (kind, text) => notice.show(kind, text),
      waits: (text) => notice.show('warning', text, button(t('Back to the Cell'), goBack)),
      closed: (isFocused, shown, end) => {
        open.delete(keyOf(cell));
        ended.set(cell.id, Promise.all([endedOf(cell.id), end]));
        if (shown !== undefined) saved?.(cell, shown);
        if (isFocused) focusCell(cell);
      },
    });
    const made = { cell, editor };
    open.set(keyOf(cell), made);
    place(made);
    return made;
  }

  function place({ cell, editor }: Open): void {
    const element = cellOf(cell);
    if (element) editor.attach(element);
  }

  function enter(known: Open): void {
    place(known);
    known.editor.focus();
  }

  function endedOf(id: string): Promise<unknown> {
    return ended.get(id) ?? Promise.resolve();
  }

  function parkAllBut(kept: CellEditor | undefined): void {
    eachOpen((editor) => editor !== kept && editor.park());
  }

  /** Some of them may close. */
  function eachOpen(act: (editor: CellEditor) => unknown): void {
    for (const { editor } of [...open.values()]) act(editor);
  }

  /** Of an input that was scrolled away, and of what was typed into the cell that has the focus. */
  function escape(event: KeyboardEvent): void {
    const { activeElement: focused } = document;
    if (event.key !== 'Escape' || event.isComposing || focused?.closest('input, textarea, select, [role="menu"], [open]')) return;
    const found = [...open.values()].find(({ editor }) => editor.hears(focused));
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    found.editor.cancel(true);
  }

  function say(cell: EditedCell, text: string): void {
    const form = button(t('Open Form'), () => notice.follow(channel.request('openEdited', cell)));
    notice.show('info', text, form);
    form.focus();
  }

  return {
    begin,
    /** What somebody was typing when the page was hidden; the last of it is open. */
    restore(edits: readonly OpenEdit[]): void {
      const beginAll = async () => {
        for (const { id, field } of edits) {
          const start = await channel.request('beginEdit', { id, field });
          parkAllBut(undefined);
          if (start.kind === 'input') show({ id, field }, start, Promise.resolve(start));
          else answered({ id, field }, start);
        }
      };
      beginAll().catch((error: unknown) => notice.fail(error));
    },
    /** The rows were drawn: what is open stands in its cell again, with the focus if it had it. */
    attach(focused: Element | null = document.activeElement): void {
      open.forEach(place);
      if (focused instanceof HTMLElement && focused.isConnected && focused.closest('.cell-editor')) focused.focus();
    },
  };
}

function keyOf({ id, field }: EditedCell): string {
  return `${field} ${id}`;
}
