// What somebody has reached, as context keys by which the walkthrough ticks its steps off.
import * as vscode from 'vscode';

type Milestone = 'serviceReached' | 'eventFound' | 'codesUploaded';

const reached = new Set<Milestone>();

export async function reach(milestone: Milestone): Promise<void> {
  if (reached.has(milestone)) return;
  reached.add(milestone);
  await pulse(milestone);
}

/** Nobody sees a pulse before a walkthrough was opened for the first time: what was reached by then is said again. */
export async function sayAgainWhatWasReached(): Promise<void> {
  for (const milestone of reached) await pulse(milestone);
}

/** A key that is true already when VS Code first looks at a walkthrough never ticks anything off. */
async function pulse(milestone: Milestone): Promise<void> {
  for (const value of [true, false]) await vscode.commands.executeCommand('setContext', `boxOffice.${milestone}`, value);
}
