// Characters that no credential has. Most come along unseen with what is copied, and a header takes none of them.
import { l10nKey, t } from './l10n.ts';

const names: Readonly<Record<number, string>> = {
  0xa0: l10nKey('no-break space'),
  0xad: l10nKey('soft hyphen'),
  0x200b: l10nKey('zero width space'),
  0x200c: l10nKey('zero width non-joiner'),
  0x200d: l10nKey('zero width joiner'),
  0x200e: l10nKey('left-to-right mark'),
  0x200f: l10nKey('right-to-left mark'),
  0x2011: l10nKey('non-breaking hyphen'),
  0x2013: l10nKey('en dash'),
  0x2014: l10nKey('em dash'),
  0x2026: l10nKey('ellipsis'),
  0x2060: l10nKey('word joiner'),
  0xfeff: l10nKey('byte order mark'),
};

/** The first character that is not printable ASCII and where it stands, as "U+200B zero width space at position 12". */
export function oddCharacterIn(text: string, from = 0): string | undefined {
  const found = /[^\x20-\x7e]/u.exec(text.slice(from));
  if (!found) return undefined;
  const position = Array.from(text.slice(0, from + found.index)).length + 1;
  return t('{0} at position {1}', describe(found[0]), position);
}

function describe(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} ${characterName(character, code)}`;
}

function characterName(character: string, code: number): string {
  const name = names[code];
  if (name !== undefined) return t(name);
  if (/\p{Cc}/u.test(character)) return t('control character');
  const isVisible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) && !/\p{Default_Ignorable_Code_Point}/u.test(character);
  return isVisible ? `"${character}"` : t('invisible character');
}
