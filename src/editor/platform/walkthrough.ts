// What somebody has completed, as context keys by which the walkthrough ticks its steps off.
import * as vscode from 'vscode';

type WalkthroughStep = 'serviceReached' | 'eventFound' | 'codesUploaded';

const completed = new Set<WalkthroughStep>();

export async function completeStep(step: WalkthroughStep): Promise<void> {
  if (completed.has(step)) return;
  completed.add(step);
  await ping(step);
}

/** Nobody sees a ping before a walkthrough was opened for the first time: what was completed by then is pinged again. */
export async function repeatCompletedSteps(): Promise<void> {
  for (const step of completed) await ping(step);
}

/** A key that is true already when VS Code first looks at a walkthrough never ticks anything off. */
async function ping(step: WalkthroughStep): Promise<void> {
  for (const value of [true, false]) await vscode.commands.executeCommand('setContext', `boxOffice.${step}`, value);
}
