// The form of a record: a list of fields, each by where it stands, whose changes, notes, problems and conflicts are kept in one place.
import type { ChangedElsewhere, TypedEdit, TypedField } from '../../protocol/record-form.ts';
import { differences, editsOf, formerTexts, mergedEdits, withTexts } from '../../shared/typed-fields.ts';
import { choices } from './choices.ts';
import { replaceChildren } from './dom.ts';
import type { Field } from './fields.ts';
import type { Form } from './form.ts';
import { formerText } from './texts.ts';

type Section = TypedField['section'];

/** Fields that are read and written together. */
export interface TypedPart {
  readonly read: () => TypedField[];
  readonly write: (fields: readonly TypedField[]) => void;
  /** By their place in the form: `name`, `salePeriods.row-1.start`. */
  readonly fields: () => Iterable<readonly [place: string, Field]>;
}

/** Controls by the names of what they edit. One may show a text in its own way, without its line ends for example; until somebody types, the text stays what it was. */
export function bound(controls: Readonly<Record<string, Field>>) {
  const given = new Map<string, string>();
  const shown = new Map<string, string>();
  const textOf = (name: string, { value }: Field) => (value === shown.get(name) ? (given.get(name) ?? value) : value);
  return {
    read: () => Object.fromEntries(Object.entries(controls).map(([name, control]) => [name, textOf(name, control)])),
    write(texts: Readonly<Record<string, string>>): void {
      for (const [name, control] of Object.entries(controls)) {
        const text = texts[name] ?? '';
        control.value = text;
        given.set(name, text);
        shown.set(name, control.value);
      }
    },
  };
}

/** The fields of a section that stand in no list. What the record does not have is not shown, and not typed. */
export function singleFields(section: Section, controls: Readonly<Record<string, Field>>): TypedPart {
  const typed = bound(controls);
  let there = new Set<string>();
  return {
    read: () =>
      Object.entries(typed.read()).flatMap(([name, text]) => (there.has(name) ? [{ section, key: '', name, text }] : [])),
    write(fields) {
      const own = fields.filter((field) => field.section === section && field.row === undefined);
      there = new Set(own.map(({ name }) => name));
      typed.write(Object.fromEntries(own.map(({ name, text }) => [name, text])));
      for (const [name, { element }] of Object.entries(controls)) element.hidden = !there.has(name);
    },
    fields: () => Object.entries(controls),
  };
}

export class RecordFields {
  /** As the service has it: what differs from it was typed. */
  base: readonly TypedField[];
  /** What is typed are edits of the version that the person was asked about, which the editor is yet to hear. */
  isResolved = false;
  readonly #parts: readonly TypedPart[];

  constructor(base: readonly TypedField[], parts: readonly TypedPart[]) {
    this.base = base;
    this.#parts = parts;
  }

  read(): TypedField[] {
    return this.#parts.flatMap((part) => part.read());
  }

  write(edits: readonly TypedEdit[]): void {
    const now = withTexts(this.base, edits);
    for (const part of this.#parts) part.write(now);
  }

  get edits(): TypedEdit[] {
    return editsOf(this.base, this.read());
  }

  byPlace(): Map<string, Field> {
    return new Map(this.#parts.flatMap((part) => [...part.fields()]));
  }

  /** Says at each changed field what it was. */
  showFormer(shown: (place: string, text: string) => string = (_place, text) => text): void {
    const former = formerTexts(this.base, this.read());
    for (const [place, field] of this.byPlace()) {
      const text = former.get(place);
      field.note = text === undefined ? undefined : formerText(shown(place, text));
    }
  }

  /** Somebody else changed the record: the form is made on their version, with what of mine was chosen. */
  askChoices(
    form: Form<TypedEdit[]>,
    { base, remote, others }: ChangedElsewhere,
    { title, nameOf, save }: { title: string; nameOf: (field: TypedField) => string; save: () => void },
  ): void {
    this.isResolved = false;
    const local = withTexts(base, this.edits);
    const shown = (text: string) => text.replaceAll('\n', ', ');
    const question = choices({
      title,
      fields: differences(base, remote, local).map(({ address, field, remote: theirs, local: mine, isBoth }) => {
        const isSet = field.section === 'itemIds';
        const texts = isSet ? { remote: shown(theirs), local: mine && shown(mine) } : { remote: theirs, local: mine };
        return { path: address, label: nameOf(field), ...texts, isBoth };
      }),
      others,
      resolve: (keepsLocal) => {
        isAsked(false);
        const edits = mergedEdits(base, remote, local, (address) => keepsLocal.has(address));
        this.base = remote;
        this.isResolved = true;
        this.write(edits);
        form.update();
        save();
      },
      cancel: () => isAsked(false),
    });
    // Nothing else can be done until every field is chosen.
    const isAsked = (isOpen: boolean) => {
      form.element.hidden = isOpen;
      form.bar.inert = isOpen;
      replaceChildren(form.question, isOpen && question.element);
    };
    form.keepDraft();
    isAsked(true);
    question.focus();
  }
}
