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
