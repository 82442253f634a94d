// How much code there is to understand: tokens, so that longer lines and longer comments change nothing.
import ts from 'typescript';

const { SyntaxKind } = ts;
/** After one of these, or a word, a slash divides; elsewhere it begins a regular expression. */
const valueEnds = new Set([
  ...[SyntaxKind.NumericLiteral, SyntaxKind.BigIntLiteral, SyntaxKind.StringLiteral, SyntaxKind.RegularExpressionLiteral],
  ...[SyntaxKind.NoSubstitutionTemplateLiteral, SyntaxKind.TemplateTail],
  ...[SyntaxKind.CloseParenToken, SyntaxKind.CloseBracketToken, SyntaxKind.CloseBraceToken],
  ...[SyntaxKind.Identifier, SyntaxKind.PrivateIdentifier, SyntaxKind.ThisKeyword, SyntaxKind.SuperKeyword],
]);

/** @param {import('typescript').SyntaxKind} kind */
function isValueEnd(kind) {
  return valueEnds.has(kind) || (kind >= SyntaxKind.AbstractKeyword && kind <= SyntaxKind.LastKeyword);
}

/**
 * Comments and blanks count nothing; a text counts one, however long it is.
 * @param {string} text of a file of TypeScript or JavaScript
 */
export function countTokens(text) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  let count = 0;
  let last = SyntaxKind.Unknown;
  /** How many braces are open in the template that is open and in each around it; the first stands for the file. */
  const openBraces = [0];
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const open = openBraces.at(-1) ?? 0;
    if (kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken) {
      if (!isValueEnd(last)) kind = scanner.reScanSlashToken();
    } else if (kind === SyntaxKind.GreaterThanToken) {
      // Prettier sets a blank before `>>` and `>=`, and none where type arguments end.
      if (text[scanner.getTokenStart() - 1] === ' ') kind = scanner.reScanGreaterToken();
    } else if (kind === SyntaxKind.CloseBraceToken && open === 0 && openBraces.length > 1) {
      kind = scanner.reScanTemplateToken(false);
    }
    if (kind === SyntaxKind.TemplateHead) openBraces.push(0);
    else if (kind === SyntaxKind.TemplateTail) openBraces.pop();
    else if (kind === SyntaxKind.OpenBraceToken) openBraces[openBraces.length - 1] = open + 1;
    else if (kind === SyntaxKind.CloseBraceToken) openBraces[openBraces.length - 1] = open - 1;
    last = kind;
    count++;
  }
  return count;
}
