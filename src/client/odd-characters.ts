// Characters that no credential has. Most come along unseen with what is copied, and a header takes none of them.
import { rule, t } from './words.ts';

const names: ReadonlyMap<number, string> = new Map([
  [0xa0, rule('no-break space')],
  [0xad, rule('soft hyphen')],
  [0x200b, rule('zero width space')],
  [0x200c, rule('zero width non-joiner')],
  [0x200d, rule('zero width joiner')],
  [0x200e, rule('left-to-right mark')],
  [0x200f, rule('right-to-left mark')],
  [0x2011, rule('non-breaking hyphen')],
  [0x2013, rule('en dash')],
  [0x2014, rule('em dash')],
  [0x2026, rule('ellipsis')],
  [0x2060, rule('word joiner')],
  [0xfeff, rule('byte order mark')],
]);

/** The first character that is not printable ASCII and where it stands, as "U+200B zero width space at position 12". */
export function oddCharacterIn(text: string, from = 0): string | undefined {
  const found = /[^\x20-\x7e]/u.exec(text.slice(from));
  if (!found) return undefined;
  const position = Array.from(text.slice(0, from + found.index)).length + 1;
  return t('{0} at position {1}', describe(found[0]), position);
}

function describe(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} ${nameOf(character, code)}`;
}

function nameOf(character: string, code: number): string {
  const name = names.get(code);
  if (name !== undefined) return t(name);
  if (/\p{Cc}/u.test(character)) return t('control character');
  const isVisible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) && !/\p{Default_Ignorable_Code_Point}/u.test(character);
  return isVisible ? `"${character}"` : t('invisible character');
}
