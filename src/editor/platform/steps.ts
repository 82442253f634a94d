// Questions in several steps. Each can be gone back from, and keeps what was typed or chosen for when somebody comes by again.
import * as vscode from 'vscode';

/** What somebody left a step with; `isBack` when they want the step before. */
interface Left<T> {
  readonly value: T;
  readonly isBack: boolean;
}

interface StepOptions {
  readonly title: string;
  readonly hasBack: boolean;
}

/** A step asks, keeps the answer itself, and tells whether to go back. */
type Step = () => Promise<{ readonly isBack: boolean }>;

export async function takeSteps(steps: readonly Step[]): Promise<void> {
  for (let at = 0; at < steps.length;) {
    const left = await steps[at]?.();
    at = left?.isBack ? Math.max(0, at - 1) : at + 1;
  }
}

interface TextStep extends StepOptions {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Why the text cannot be taken. */
  readonly problemOf: (text: string) => string | undefined;
}

export function askForText({ prompt, placeholder, value, problemOf, ...options }: TextStep): Promise<Left<string>> {
  const input = vscode.window.createInputBox();
  input.prompt = prompt;
  input.placeholder = placeholder;
  input.value = value;
  // A pasted text takes the place of what stands there.
  input.valueSelection = [0, value.length];
  const typed = () => input.value.trim();
  const check = () => (input.validationMessage = problemOf(typed()));
  input.onDidChangeValue(check);
  return answerOf(input, options, typed, () => check() === undefined);
}

interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

interface ChoiceStep<T> extends StepOptions {
  readonly placeholder: string;
  readonly choices: readonly Choice<T>[];
  readonly isChosen: (value: T) => boolean;
}

export function askForChoice<T>({ placeholder, choices, isChosen, ...options }: ChoiceStep<T>): Promise<Left<T | undefined>> {
  const input = vscode.window.createQuickPick<Choice<T>>();
  input.placeholder = placeholder;
  input.items = choices;
  const chosen = choices.find(({ value }) => isChosen(value));
  if (chosen) input.activeItems = [chosen];
  const active = () => input.activeItems[0]?.value;
  return answerOf(input, options, active, () => input.activeItems.length > 0);
}

interface Input extends vscode.QuickInput {
  buttons: readonly vscode.QuickInputButton[];
  readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton>;
  readonly onDidAccept: vscode.Event<void>;
}

function answerOf<T>(input: Input, { title, hasBack }: StepOptions, read: () => T, mayAccept: () => boolean): Promise<Left<T>> {
  input.title = title;
  input.ignoreFocusOut = true;
  input.buttons = hasBack ? [vscode.QuickInputButtons.Back] : [];
  return new Promise<Left<T>>((resolve, reject) => {
    input.onDidAccept(() => {
      if (mayAccept()) resolve({ value: read(), isBack: false });
    });
    input.onDidTriggerButton(() => resolve({ value: read(), isBack: true }));
    input.onDidHide(() => reject(new vscode.CancellationError()));
    input.show();
  }).finally(() => input.dispose());
}
