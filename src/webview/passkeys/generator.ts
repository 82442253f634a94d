// Makes codes up from a pattern. The editor draws them, because it knows which ones the service has.
import { clearAlphabet, maxCode, maxCodes, patternProblem, type CodePattern, type PatternRule } from '../../shared/codes.ts';
import type { BatchFields } from '../../protocol/passkeys.ts';
import { h } from '../kit/dom.ts';
import { button, numberField, textField } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';

type TypedPattern = BatchFields['pattern'];

export const defaultPattern: TypedPattern = { prefix: '', length: '8', alphabet: clearAlphabet, count: '100' };

export function generator(
  make: (pattern: CodePattern) => Promise<readonly string[]>,
  add: (codes: readonly string[]) => void,
  onChange: () => void,
) {
  const onInput = () => {
    for (const field of Object.values(fields)) field.problem = undefined;
    showRoom();
    onChange();
  };
  const prefix = textField({ label: t('Prefix'), onInput });
  const length = numberField({ label: t('Length'), hint: t('Without the prefix.'), onInput });
  const count = numberField({ label: t('How many'), onInput });
  const alphabet = textField({
    label: t('Letters and digits'),
    hint: t('At first without look-alikes such as 0 and O, or 1 and I.'),
    onInput,
  });
  const fields = { prefix, length, alphabet, count };
  const go = button(t('Generate Codes'), () => void run());
  const number = count.element.querySelector('input');
  // Whatever is typed takes the place of the number that is there.
  number?.addEventListener('focus', () => number.select());
  const failure = h('div', { className: 'problem', hidden: true, attributes: { role: 'alert' } });

  const room = h('p', { className: 'hint', attributes: { role: 'status' } });
  const typed = (): CodePattern => ({
    prefix: prefix.value,
    length: Number(length.value),
    alphabet: alphabet.value,
    count: Number(count.value),
  });

  /** What would come of the pattern: the first and the last of all codes that it may draw. */
  function showRoom(): void {
    const pattern = typed();
    const letters = Array.from(pattern.alphabet);
    const end = (letter = '') => pattern.prefix + letter.repeat(pattern.length);
    room.hidden = patternProblem(pattern) !== undefined;
    if (room.hidden) return;
    const [first, last] = [end(letters[0]), end(letters.at(-1))];
    room.textContent =
      pattern.count === 1
        ? t('1 code will be drawn at random, between {0} and {1}.', first, last)
        : t('{0} codes will be drawn at random, between {1} and {2}.', countText(pattern.count), first, last);
  }

  /** Whether there are codes now. */
  async function run(): Promise<boolean> {
    const pattern = typed();
    const problem = patternProblem(pattern);
    for (const field of Object.values(fields)) field.problem = undefined;
    failure.hidden = true;
    if (problem !== undefined) {
      const field = fields[problem === 'crowded' ? 'length' : problem];
      const isMissing = field.value.trim() === '';
      field.problem = isMissing ? t('Codes cannot be made up without it; or give the codes below.') : ruleText(problem);
      // What is folded away can neither be seen nor filled in.
      element.open = true;
      field.focus();
      return false;
    }
    go.disabled = true;
    let isMade = false;
    try {
      add(await make(pattern));
      isMade = true;
    } catch (error) {
      failure.textContent = (error as Error).message;
      failure.hidden = false;
    }
    go.disabled = false;
    return isMade;
  }

  const element: HTMLDetailsElement = h(
    'details',
    { open: true },
    h('summary', {}, t('Generate codes')),
    h('div', { className: 'row' }, count.element, prefix.element, length.element),
    alphabet.element,
    room,
    go,
    failure,
  );

  return {
    element,
    run,
    /** Out of the way where codes came from elsewhere. */
    fold: () => void (element.open = false),
    focus: () => count.focus(),
    get value(): TypedPattern {
      return { prefix: prefix.value, length: length.value, alphabet: alphabet.value, count: count.value };
    },
    set value(pattern) {
      for (const [name, field] of Object.entries(fields)) field.value = pattern[name as keyof TypedPattern];
      showRoom();
    },
  };
}

function ruleText(rule: PatternRule): string {
  const texts: Readonly<Record<PatternRule, string>> = {
    prefix: t('White space around a code is not a part of it.'),
    length: t('From 1 on; a code has at most {0} characters.', maxCode),
    alphabet: t('At least two, each once, and no white space.'),
    count: t('From 1 to {0}.', maxCodes),
    crowded: t('There are too few different codes of this length; make it longer.'),
  };
  return texts[rule];
}
