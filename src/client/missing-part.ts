import { t } from './l10n.ts';

/** What is said where a file of the program itself is gone: another version or build took its place while it runs. */
export function missingPartText(): string {
  return t('A part of Box Office could not be loaded; it may have been updated while this window was open. Reload the window.');
}
