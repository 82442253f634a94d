// Opens the page of a plan: from what an event should become, or from a plan that was saved as a file.
import { randomBytes } from 'node:crypto';
import type * as vscode from 'vscode';
import type { EventFile, ReadEvent, Reverse } from '../../plans/index.ts';
import type { Pages } from '../pages/pages.ts';

/** An event, and when it was read. */
export interface ReadOnce {
  readonly there: ReadEvent;
  readonly at: number;
}

/** What an event should become. */
export interface PlanRequest {
  readonly environment: string;
  readonly eventId: string;
  /** What the page is called. */
  readonly title: string;
  /** Called once, with the event as it is read first: what is made of a made one would be made twice. */
  readonly wanted: (there: EventFile) => EventFile | Reverse;
  /** The event, where it was just read to see what would change: the page begins with that instead of reading it again. */
  readonly read?: ReadOnce | undefined;
  /** The file that it is made from, which is read again with each refresh. */
  readonly source?: vscode.Uri | undefined;
}

export type OpenPlan = (request: PlanRequest) => void;

export function planOpener(pages: Pages): OpenPlan {
  return (request) => {
    const { environment, eventId, source } = request;
    const id = source === undefined ? `made ${randomBytes(8).toString('hex')}` : `file ${source.toString()}`;
    pages.show({ environment, kind: 'plan', id, eventId }, { data: request });
  };
}

/** Opens a plan that stands in a file; it was checked, and is for this environment. */
export function openPlanFile(pages: Pages, environment: string, eventId: string, file: vscode.Uri): void {
  pages.show({ environment, kind: 'plan', id: `plan ${file.toString()}`, eventId });
}
