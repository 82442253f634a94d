// What somebody has reached, as context keys by which the walkthrough ticks its steps off.
import * as vscode from 'vscode';

type Milestone = 'serviceReached' | 'eventFound' | 'codesUploaded';

const reached = new Set<Milestone>();

export async function reach(milestone: Milestone): Promise<void> {
  reached.add(milestone);
  await setKey(milestone, true);
}

/** VS Code looks at the keys only when they change after the walkthrough was opened: what was reached before is said again. */
export async function sayAgainWhatWasReached(): Promise<void> {
  for (const milestone of reached) {
    await setKey(milestone, false);
    await setKey(milestone, true);
  }
}

async function setKey(milestone: Milestone, value: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', `boxOffice.${milestone}`, value);
}
