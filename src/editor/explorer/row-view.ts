import type { Tools } from '../reading/event-facts.ts';
import type { Badge } from '../reading/fields.ts';
import type { ListSource } from '../reading/lists.ts';
import type { ListState } from './store.ts';

// How a row looks, as plain data.
export interface Drawing {
  readonly label: string;
  readonly description?: string | undefined;
  /** Plain text, one line each. VS Code asks for it when somebody points at the row: a folder of many rows shows sooner without. */
  readonly tooltip?: (() => readonly string[]) | undefined;
  readonly icon?: { readonly id: string; readonly color?: string | undefined } | undefined;
  readonly expands: 'no' | 'collapsed' | 'expanded';
  readonly contextValue: string;
  readonly badge?: Badge | undefined;
  readonly command?: RowCommand | undefined;
}

/** What a click does. */
export interface RowCommand {
  readonly id: `boxOffice.${string}`;
  readonly title: string;
  /** What it is done to, where that is not the row itself. */
  readonly on?: unknown;
  /** It shows something to somebody who goes on in the tree. */
  readonly isPreview?: boolean;
}

export interface DrawTools extends Tools {
  readonly list: (environment: string, source: ListSource) => ListState | undefined;
}
