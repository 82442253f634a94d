// Labelled controls. Each has its hint and its problem linked to it, so that a screen reader says them too.
import { noCurrency, centsOf, editableMoney } from '../../shared/text.ts';
import { freshId, h } from './dom.ts';
import { currentLanguage, t } from './l10n.ts';

export interface Field {
  readonly element: HTMLElement;
  value: string;
  /** Shows what is wrong at the field; nothing takes it away. */
  problem: string | undefined;
  /** Said quietly at the field: what it was before, or where a suggestion comes from. */
  note: string | undefined;
  /** Marked as one that has to be filled in. */
  required: boolean;
  focus(): void;
}

interface FieldOptions {
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly onInput?: () => void;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The frame around a control: label above, hint and problem below. */
function framed(
  control: Control,
  options: FieldOptions,
  read = () => control.value,
  write: (value: string) => void = (value) => (control.value = value),
): Field {
  control.id = freshId('field');
  const hint = options.hint === undefined ? undefined : h('div', { className: 'hint', id: freshId('hint') }, options.hint);
  const problem = h('div', { className: 'problem', id: freshId('problem'), hidden: true });
  const note = h('div', { className: 'hint note', id: freshId('note'), hidden: true });
  const described = [hint?.id, note.id, problem.id].filter(Boolean).join(' ');
  control.setAttribute('aria-describedby', described);
  control.disabled = options.disabled ?? false;
  control.addEventListener(control instanceof HTMLSelectElement ? 'change' : 'input', () => options.onInput?.());
  const label = h('label', { htmlFor: control.id }, options.label);
  const element = h('div', { className: 'field' }, label, control, note, hint, problem);
  const field: Field = {
    element,
    get value() {
      return read();
    },
    set value(value) {
      write(value);
    },
    get problem() {
      return problem.hidden ? undefined : problem.textContent;
    },
    set problem(text) {
      problem.hidden = text === undefined;
      problem.textContent = text ?? '';
      control.setAttribute('aria-invalid', String(text !== undefined));
      element.classList.toggle('invalid', text !== undefined);
    },
    set note(text: string | undefined) {
      note.hidden = text === undefined;
      note.textContent = text ?? '';
    },
    set required(isRequired: boolean) {
      // A mark for the eye alone: a screen reader has the attribute. The form of an operation has it in its labels.
      label.classList.toggle('required', isRequired && !options.label.endsWith('*'));
      if (isRequired) control.setAttribute('aria-required', 'true');
      else control.removeAttribute('aria-required');
    },
    focus: () => control.focus(),
  };
  field.required = options.required ?? false;
  return field;
}

export function textField(
  options: FieldOptions & { readonly value?: string; readonly multiline?: boolean; readonly rows?: number },
): Field {
  const control = options.multiline ? h('textarea', { rows: options.rows ?? 4 }) : h('input', { type: 'text' });
  control.value = options.value ?? '';
  control.spellcheck = false;
  return framed(control, options);
}

/** A whole number as text: what was typed stays, right or wrong. */
export function numberField(options: FieldOptions & { readonly value?: string }): Field {
  const field = textField(options);
  field.element.querySelector('input')?.setAttribute('inputmode', 'numeric');
  return field;
}

interface MoneyField extends Field {
  /** Undefined when what was typed is no amount. */
  readonly cents: number | undefined;
}

/** Typed as money; `value` is what was typed. */
export function moneyField(
  options: FieldOptions & { readonly currency: string; readonly cents?: number | undefined },
): MoneyField {
  const value = options.cents === undefined ? '' : editableMoney(options.cents, currentLanguage());
  const field = textField({ ...options, label: inCurrency(options.label, options.currency), value });
  field.element.querySelector('input')?.setAttribute('inputmode', 'decimal');
  field.element.classList.add('money');
  return Object.defineProperty(field, 'cents', { get: () => centsOf(field.value) }) as MoneyField;
}

interface AmountKind {
  readonly kind: 'money' | 'number';
  readonly currency: string;
}

type AmountField = Field & { as: AmountKind };

/** An amount, or a number of which nobody knows whether it is one: only the label tells them apart. */
export function amountField({ label, currency, ...options }: FieldOptions & { readonly currency: string }): AmountField {
  const field = moneyField({ ...options, label, currency });
  const text = field.element.querySelector('label');
  return Object.defineProperty(field, 'as', {
    set: ({ kind, currency: now }: AmountKind) =>
      text && (text.textContent = kind === 'money' ? inCurrency(label, now) : t('{0} (as the service sends it)', label)),
  }) as unknown as AmountField;
}

/** `YYYY-MM-DD HH:MM:SS`, or empty; the browser's own picker makes it. */
export function dateTimeField(options: FieldOptions): Field {
  const control = h('input', { type: 'datetime-local', step: '1' });
  const write = (value: string) => (control.value = value.replace(' ', 'T'));
  return framed(control, options, () => withSeconds(control.value.replace('T', ' ')), write);
}

/** A day and a time, or a whole day: `YYYY-MM-DD HH:MM:SS`, `YYYY-MM-DD`, or empty. A day that was given stays one. */
export function dayOrTimeField(options: FieldOptions & { readonly timeOfDay: string }): Field {
  const control = h('input', { type: 'datetime-local', step: '1' });
  const read = () => (control.type === 'date' ? control.value : withSeconds(control.value.replace('T', ' ')));
  const write = (value: string) => {
    const isDay = value.length === 10;
    control.type = isDay ? 'date' : 'datetime-local';
    control.value = value.replace(' ', 'T');
    showButtons();
  };
  const toggle = () => {
    const day = read().slice(0, 10);
    const isDay = control.type !== 'date';
    control.type = isDay ? 'date' : 'datetime-local';
    control.value = day === '' || isDay ? day : `${day}T${options.timeOfDay}`;
    showButtons();
    options.onInput?.();
  };
  const whole = button('', toggle, 'quiet');
  const clear = button(
    t('Clear'),
    () => {
      control.value = '';
      showButtons();
      options.onInput?.();
      control.focus();
    },
    'quiet',
  );
  const showButtons = () => {
    clear.hidden = control.value === '';
    whole.textContent = control.type === 'date' ? t('With a Time') : t('Whole Day');
  };
  const onInput = () => {
    showButtons();
    options.onInput?.();
  };
  const field = framed(control, { ...options, onInput }, read, write);
  const label = field.element.querySelector('label');
  if (label) label.id = freshId('label');
  // Said of which field they are; a name with the field in it would be long to read beside it.
  for (const part of [whole, clear]) part.setAttribute('aria-describedby', label?.id ?? '');
  control.after(h('div', { className: 'of-time' }, whole, clear));
  showButtons();
  return field;
}

/** The picker leaves out seconds that are zero. */
function withSeconds(text: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text) ? `${text}:00` : text;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function selectField(options: FieldOptions & { readonly choices: readonly Choice[]; readonly value?: string }): Field {
  const control = h(
    'select',
    {},
    options.choices.map(({ value, label }) => h('option', { value }, label)),
  );
  control.value = options.value ?? options.choices[0]?.value ?? '';
  return framed(control, options);
}

/** Offers values that are known; any other may be typed. */
export function suggest(field: Field, values: readonly string[]): Field {
  const list = field.element.querySelector('datalist') ?? h('datalist', { id: freshId('values') });
  list.replaceChildren(...values.map((value) => h('option', { value })));
  field.element.append(list);
  field.element.querySelector('input')?.setAttribute('list', list.id);
  return field;
}

/** A field that names something can be typed or chosen. */
export function withChoice({ element }: Field, name: string, choose: () => void): HTMLElement {
  const open = button(t('Choose…'), choose, 'quiet');
  open.setAttribute('aria-label', t('Choose {0}…', name));
  return h('div', { className: 'row picked' }, element, open);
}

export function checkbox(label: string, checked: boolean, onInput: () => void): { element: HTMLElement; checked: boolean } {
  const control = h('input', { type: 'checkbox', checked, id: freshId('check'), on: { change: onInput } });
  const element = h('div', { className: 'check' }, control, h('label', { htmlFor: control.id }, label));
  return {
    element,
    get checked() {
      return control.checked;
    },
    set checked(value) {
      control.checked = value;
    },
  };
}

/** A box to tick as a field: `true` or `false`. */
export function checkField(label: string, onInput: () => void): Field {
  const box = checkbox(label, false, onInput);
  return {
    element: box.element,
    get value() {
      return String(box.checked);
    },
    set value(text) {
      box.checked = text === 'true';
    },
    problem: undefined,
    note: undefined,
    required: false,
    focus: () => box.element.querySelector('input')?.focus(),
  };
}

export function button(
  label: string,
  onClick: () => void,
  kind: 'primary' | 'secondary' | 'quiet' = 'secondary',
): HTMLButtonElement {
  return h('button', { type: 'button', className: kind, on: { click: onClick } }, label);
}

/** Nobody may have said in which currency amounts are. */
function inCurrency(label: string, currency: string): string {
  return currency === noCurrency ? label : `${label} (${currency})`;
}
