// How many items shall change: which change, by how much, and how it is rounded, step by step and with a way back.
import * as vscode from 'vscode';
import { askedCount, askedPrice, askedShift } from '../../plans/asked-changes.ts';
import type { ManyChanges, RoundingMode } from '../../plans/small-plans.ts';
import { ask, askForChoice, askForText, takeSteps } from '../platform/questions.ts';

const { l10n } = vscode;

interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly problemOf: (text: string) => string | undefined;
}

export async function askText(question: TextQuestion): Promise<string> {
  return (await ask(() => askForText({ ...question, hasBack: false }))).value;
}

type What = 'price' | 'shift' | 'available';

/** In cents. */
const steps = [5, 10, 50, 100];

export async function askForChanges(title: string): Promise<ManyChanges> {
  let what: What = 'price';
  let typed = '';
  let to: number | undefined;
  let mode: RoundingMode = 'nearest';
  const whatStep = async () => {
    const answer = await askForChoice<What>({
      title,
      hasBack: false,
      placeholder: l10n.t('What shall change?'),
      choices: [
        { label: l10n.t('Price'), description: l10n.t('by a percentage or an amount, with a rounding'), value: 'price' },
        { label: l10n.t('Sale periods'), description: l10n.t('earlier or later, by days or hours'), value: 'shift' },
        { label: l10n.t('Available'), description: l10n.t('how many can be sold in each sale period'), value: 'available' },
      ],
      isChosen: (value) => value === what,
    });
    if (answer.value !== undefined && answer.value !== what) [what, typed] = [answer.value, ''];
    return answer;
  };
  const amountStep = async () => {
    const answer = await askForText({ title, hasBack: true, value: typed, ...amountQuestion(what) });
    typed = answer.value;
    return answer;
  };
  const roundStep = async () => {
    if (what !== 'price') return { isBack: false };
    const answer = await askForChoice<number>({
      title,
      hasBack: true,
      placeholder: l10n.t('Round the new prices to what?'),
      choices: [
        { label: l10n.t('To the cent'), value: 0 },
        ...steps.map((cents) => ({ label: l10n.t('To a multiple of {0}', (cents / 100).toFixed(2)), value: cents })),
      ],
      isChosen: (value) => value === (to ?? 0),
    });
    to = answer.value === 0 ? undefined : answer.value;
    return answer;
  };
  const modeStep = async () => {
    if (what !== 'price' || to === undefined) return { isBack: false };
    const answer = await askForChoice<RoundingMode>({
      title,
      hasBack: true,
      placeholder: l10n.t('Round the new prices which way?'),
      choices: [
        { label: l10n.t('To the nearest'), value: 'nearest' },
        { label: l10n.t('Up'), value: 'up' },
        { label: l10n.t('Down'), value: 'down' },
      ],
      isChosen: (value) => value === mode,
    });
    mode = answer.value ?? mode;
    return answer;
  };
  await ask(() => takeSteps([whatStep, amountStep, roundStep, modeStep]));
  return changesOf(what, typed, to === undefined ? undefined : { to, mode });
}

function amountQuestion(what: What): Pick<TextQuestion, 'prompt' | 'problemOf'> {
  switch (what) {
    case 'price':
      return {
        prompt: l10n.t('By how much each price changes: 8 %, -10 %, +5.00 or -2.50'),
        problemOf: (text) => askedPrice(text).problem,
      };
    case 'shift':
      return {
        prompt: l10n.t('By how much each sale period moves: 7 d, -2 h or 1 d 12 h'),
        problemOf: (text) => askedShift(text).problem,
      };
    case 'available':
      return {
        prompt: l10n.t('How many can be sold in each sale period'),
        problemOf: (text) => askedCount(text).problem,
      };
  }
}

/** What was typed has been checked by the field. */
function changesOf(what: What, typed: string, round: { to: number; mode: RoundingMode } | undefined): ManyChanges {
  if (what === 'price') {
    const by = askedPrice(typed);
    return by.problem === undefined ? { price: { by: by.value, ...(round && { round }) } } : {};
  }
  if (what === 'shift') {
    const shift = askedShift(typed);
    return shift.problem === undefined ? { shift: shift.value } : {};
  }
  const available = askedCount(typed);
  return available.problem === undefined ? { available: available.value } : {};
}
