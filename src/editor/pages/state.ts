// What a page stands for, kept over a reload of the window, and what its tab is called.
import * as v from 'valibot';

/** What a panel needs to be made again after a reload; the page keeps it and knows nothing else of the editor. */
const savedState = v.strictObject({
  environment: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  kind: v.pipe(v.string(), v.maxLength(50)),
  // A table is known by the whole read that fills it, a file of codes by its path.
  id: v.optional(v.pipe(v.string(), v.maxLength(10_000))),
  eventId: v.optional(v.pipe(v.string(), v.maxLength(500))),
  /** What was chosen in it; it is the same page with any other. */
  section: v.optional(v.pipe(v.string(), v.maxLength(500))),
});
export type SavedState = v.InferOutput<typeof savedState>;

/** What VS Code kept of a page, if it can be understood. */
export function readState(state: unknown): SavedState | undefined {
  const parsed = v.safeParse(savedState, state);
  return parsed.success ? parsed.output : undefined;
}

/** One page and one draft for each: drafts that are stored have this key. */
export function keyOf({ environment, kind, id, eventId }: SavedState): string {
  return JSON.stringify(['boxOffice.form', environment, kind, id, eventId]);
}

export interface Tab {
  readonly label: string;
  readonly environment: string;
  /** What is typed into its page is not saved. */
  readonly isTouched: boolean;
}

/** The environment is named only where a tab of another one would say the same. */
export function tabTitle(tab: Tab, all: readonly Tab[], nameOf: (environment: string) => string): string {
  const isAmbiguous = all.some(({ label, environment }) => label === tab.label && environment !== tab.environment);
  const title = isAmbiguous ? `${tab.label} · ${nameOf(tab.environment)}` : tab.label;
  return tab.isTouched ? `● ${title}` : title;
}
