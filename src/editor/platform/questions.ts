// Questions to a person. After a dialog VS Code gives the focus to the frame around a page, not always to the page in it,
// and every key would be lost: the page that has asked takes it back.
import { AsyncLocalStorage } from 'node:async_hooks';
import * as vscode from 'vscode';

const pages = new AsyncLocalStorage<(() => void) | undefined>();

/** Does what a page wants done; `takeFocus` is called after each question that is asked on the way. */
export function onBehalfOfPage<T>(takeFocus: () => void, work: () => T): T {
  return pages.run(takeFocus, work);
}

/**
 * Asks a person something, perhaps in several steps, whoever wants to know it. An input that another one has closed, such as the palette, gets
 * no answer, and the other one has the focus.
 */
export async function ask<T>(questions: () => Thenable<T>, isAnswer: (answer: T) => boolean = () => true): Promise<T> {
  let answered = true;
  try {
    // A step of this question does not take the focus from the next step.
    const answer = await pages.run(undefined, questions);
    answered = isAnswer(answer);
    return answer;
  } finally {
    if (answered) pages.getStore()?.();
  }
}

/** The answer to a step; `isBack` when the step before is wanted. */
interface StepAnswer<T> {
  readonly value: T;
  readonly isBack: boolean;
}

/** A step asks, keeps the answer itself, and tells whether to go back. */
export async function takeSteps(steps: readonly (() => Promise<{ readonly isBack: boolean }>)[]): Promise<void> {
  for (let at = 0; at < steps.length;) {
    const answer = await steps[at]?.();
    at = answer?.isBack ? Math.max(0, at - 1) : at + 1;
  }
}

interface StepOptions {
  readonly title: string;
  readonly hasBack: boolean;
}

interface TextStep extends StepOptions {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Why the text cannot be taken. */
  readonly problemOf: (text: string) => string | undefined;
}

export function askForText({ prompt, placeholder, value, problemOf, ...options }: TextStep): Promise<StepAnswer<string>> {
  const input = vscode.window.createInputBox();
  input.prompt = prompt;
  input.placeholder = placeholder;
  input.value = value;
  // A pasted text replaces the value.
  input.valueSelection = [0, value.length];
  const typed = () => input.value.trim();
  const check = () => (input.validationMessage = problemOf(typed()));
  input.onDidChangeValue(check);
  return answerOf(input, options, typed, () => check() === undefined);
}

interface ChoiceStep<T> extends StepOptions {
  readonly placeholder: string;
  readonly choices: readonly (vscode.QuickPickItem & { readonly value: T })[];
  readonly isChosen: (value: T) => boolean;
}

export function askForChoice<T>({
  placeholder,
  choices,
  isChosen,
  ...options
}: ChoiceStep<T>): Promise<StepAnswer<T | undefined>> {
  const input = vscode.window.createQuickPick<ChoiceStep<T>['choices'][number]>();
  input.placeholder = placeholder;
  input.items = choices;
  const chosen = choices.find(({ value }) => isChosen(value));
  if (chosen) input.activeItems = [chosen];
  const active = () => input.activeItems[0]?.value;
  return answerOf(input, options, active, () => input.activeItems.length > 0);
}

function answerOf<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, hasBack }: StepOptions,
  read: () => T,
  mayAccept: () => boolean,
): Promise<StepAnswer<T>> {
  input.title = title;
  input.ignoreFocusOut = true;
  input.buttons = hasBack ? [vscode.QuickInputButtons.Back] : [];
  return new Promise<StepAnswer<T>>((resolve, reject) => {
    input.onDidAccept(() => {
      if (mayAccept()) resolve({ value: read(), isBack: false });
    });
    input.onDidTriggerButton(() => resolve({ value: read(), isBack: true }));
    input.onDidHide(() => reject(new vscode.CancellationError()));
    input.show();
  }).finally(() => input.dispose());
}
