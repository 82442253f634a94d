// What a real workbench gives to a page, in each of its themes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As `npm run themes` has saved them. */
interface SavedThemes {
  readonly defaultStyles: string;
  readonly themes: Readonly<Record<string, SavedTheme>>;
}

interface SavedTheme {
  /** The class and the attributes of the page's body. */
  readonly body: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
}

const saved = JSON.parse(readFileSync(join(import.meta.dirname, 'themes.json'), 'utf8')) as SavedThemes;
export const { defaultStyles } = saved;
export type ThemeName = 'light' | 'dark' | 'high contrast' | 'high contrast light';
export const themeNames = Object.keys(saved.themes) as readonly ThemeName[];

/** A page lets the editor shine through. */
const background = 'background-color: var(--vscode-editor-background)';

/** Runs in the page: gives its root the variables of a theme and takes those of the one before, as VS Code does. */
export function rootStyleOf(name: ThemeName): string {
  const variables = Object.entries(saved.themes[name]!.variables).map(([variable, value]) => `${variable}: ${value}`);
  return `document.documentElement.style.cssText = ${JSON.stringify([...variables, background].join('; '))};`;
}

export function bodyOf(name: ThemeName): Readonly<Record<string, string>> {
  return saved.themes[name]!.body;
}
