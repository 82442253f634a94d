// Finds places where a source can be broken in a small way that a test should notice.
import { createHash } from 'node:crypto';
import ts from 'typescript';

/** @typedef {{ start: number, end: number, replacement: string }} Edit */
/** @typedef {Edit & { kind: string, line: number, before: string, after: string }} Mutation `before` and `after`: the lines it changes */

const operators = new Map(
  Object.entries({ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '&&': '||', '||': '&&', '??=': '=' }),
);
const arithmetic = new Map(Object.entries({ '+': '-', '-': '+', '+=': '-=', '-=': '+=' }));
const steps = new Map([
  [ts.SyntaxKind.PlusPlusToken, '--'],
  [ts.SyntaxKind.MinusMinusToken, '++'],
]);

/**
 * Each kind of break, and the edits that it makes at a node itself, not below it.
 * @type {Readonly<Record<string, (node: ts.Node) => readonly Edit[]>>}
 */
const kinds = {
  'other operator': (node) => {
    if (!ts.isBinaryExpression(node)) return [];
    const sign = node.operatorToken.getText();
    const isNumeric = sign.startsWith('-') || ts.isNumericLiteral(node.right) || ts.isNumericLiteral(node.left);
    const other = operators.get(sign) ?? (isNumeric ? arithmetic.get(sign) : undefined);
    return other === undefined ? [] : [replace(node.operatorToken, other)];
  },
  'other step': (node) => {
    if (!ts.isPostfixUnaryExpression(node) && !ts.isPrefixUnaryExpression(node)) return [];
    const other = steps.get(node.operator);
    // Going the wrong way, a loop never ends: that shows nothing about the tests.
    if (other === undefined || (ts.isForStatement(node.parent) && node.parent.incrementor === node)) return [];
    const { operand } = node;
    return [replace(node, ts.isPrefixUnaryExpression(node) ? other + operand.getText() : operand.getText() + other)];
  },
  'other number': (node) => {
    if (
      !ts.isNumericLiteral(node) ||
      isOperand(node) ||
      isNeverUsed(node) ||
      ['stringify', 'randomBytes'].includes(calleeOf(node.parent))
    )
      return [];
    const value = Number(node.text);
    // Nobody can tell a limit of 400 or 60,000 from one more, and bits are no amounts.
    const isLimit = value >= 1000 || (value > 0 && value % 100 === 0);
    return isLimit || /^0[box]/i.test(node.getText()) ? [] : [replace(node, String(value + 1))];
  },
  'negated condition': (node) => {
    const condition = conditionOf(node);
    if (!condition || condition.kind === ts.SyntaxKind.TrueKeyword || isEquality(condition)) return [];
    return [replace(condition, `!(${condition.getText()})`)];
  },
  'other boolean': (node) => {
    const value = ts.isReturnStatement(node) ? node.expression : ts.isArrowFunction(node) ? node.body : undefined;
    if (value?.kind === ts.SyntaxKind.TrueKeyword) return [replace(value, 'false')];
    return value?.kind === ts.SyntaxKind.FalseKeyword ? [replace(value, 'true')] : [];
  },
  'empty text': (node) => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (!isText || isMessage(node) || isNeverUsed(node) || ts.isTaggedTemplateExpression(node.parent)) return [];
    return textOf(node) === '' ? [] : [replace(node, "''")];
  },
  'removed call': (node) => (isRemovableCall(node) ? [replace(node, ';')] : []),
  'removed throw': (node) => (ts.isThrowStatement(node) ? [replace(node, ';')] : []),
  'removed body': (node) => {
    if (!ts.isIfStatement(node) || node.elseStatement) return [];
    const { thenStatement: body } = node;
    const [first, second] = ts.isBlock(body) ? [...body.statements] : [body];
    // Without its only statement it is empty as well.
    const isSame = !second && first && (isRemovableCall(first) || ts.isThrowStatement(first));
    return first && !isSame ? [replace(body, '{}')] : [];
  },
  'removed element': (node) => {
    if (ts.isArrayLiteralExpression(node) && !isAssigned(node)) {
      return node.elements.flatMap((element, index) => (isMessage(element) ? [] : [without(node.elements, index)]));
    }
    const list = ts.isObjectLiteralExpression(node) ? node.properties : ts.isCallExpression(node) ? node.arguments : [];
    return list.flatMap((part, index) => (ts.isSpreadAssignment(part) || ts.isSpreadElement(part) ? [without(list, index)] : []));
  },
  'right side only': (node) => {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken) return [];
    const right = node.right.getText();
    return [replace(node, ts.isObjectLiteralExpression(node.right) ? `(${right})` : right)];
  },
  'early return': (node) => {
    if (!ts.isFunctionLike(node) || ts.isConstructorDeclaration(node)) return [];
    const body = 'body' in node ? node.body : undefined;
    if (!body || !ts.isBlock(body) || returnsValue(body)) return [];
    const [first, second] = body.statements;
    return first && second ? [{ start: first.getStart(), end: first.getStart(), replacement: 'return; ' }] : [];
  },
};

/**
 * The breaks of one source, in the order of their places.
 * @param {string} text
 * @returns {Mutation[]}
 */
export function findMutations(text) {
  const file = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  /** @type {Map<string, Mutation>} by what it changes, since two kinds may come to the same */
  const found = new Map();
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (isPointless(node)) return;
    for (const [kind, editsAt] of Object.entries(kinds)) {
      for (const edit of editsAt(node)) {
        const line = file.getLineAndCharacterOfPosition(edit.start).line + 1;
        const change = { line, ...changedLines(text, edit) };
        const key = JSON.stringify(change);
        if (!found.has(key)) found.set(key, { kind, ...change, ...edit });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()].sort((one, other) => one.start - other.start);
}

/**
 * @param {string} text
 * @param {Edit} edit
 */
export function applyEdit(text, { start, end, replacement }) {
  return text.slice(0, start) + replacement + text.slice(end);
}

/**
 * An order that the seed decides; what is found or not found elsewhere does not change which of two comes first.
 * @template {Edit & { file: string }} T
 * @param {readonly T[]} list
 * @param {number} seed
 * @returns {T[]}
 */
export function shuffledBy(list, seed) {
  /** @param {T} edit */
  const keyOf = ({ file, start, end, replacement }) =>
    createHash('sha256')
      .update(JSON.stringify([seed, file, start, end, replacement]))
      .digest('hex');
  const keys = new Map(list.map((edit) => [edit, keyOf(edit)]));
  return [...list].sort((one, other) => ((keys.get(one) ?? '') < (keys.get(other) ?? '') ? -1 : 1));
}

/**
 * Whether nothing in it can change what the program does, or only the words that it says.
 * @param {ts.Node} node
 */
function isPointless(node) {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isPropertyDeclaration(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.OverrideKeyword))
    return node.name.getText() === 'name';
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
  const { expression } = node;
  const name = nameOf(expression);
  const of = ts.isPropertyAccessExpression(expression) ? nameOf(expression.expression) : '';
  if (['t', 'localized', 'l10nKey', 'Symbol', 'Error', 'TypeError', 'RangeError', 'import', 'require'].includes(name))
    return true;
  return of === 'Symbol' || ['log', '#log', 'logger', 'console'].includes(of);
}

/** Fields whose text a person reads. */
const shownFields = new Set(['title', 'label', 'description', 'detail', 'tooltip', 'message', 'summary']);

/**
 * Whether it is a text for a person: two words side by side, or the value of a field that is shown.
 * @param {ts.Node} node
 */
function isMessage(node) {
  const isShown = ts.isPropertyAssignment(node.parent) && shownFields.has(node.parent.name.getText());
  return isShown || /\p{L}[,.:;]? \p{L}/u.test(textOf(node));
}

/** @param {ts.Node} node */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map((span) => span.literal)].map((part) => part.text).join('x')
    : '';
}

/**
 * A statement that only calls. What nobody can see without is no such: `super`, a word to the log, a timer that lets the process end.
 * @param {ts.Node} node
 */
function isRemovableCall(node) {
  if (!ts.isExpressionStatement(node)) return false;
  let { expression } = node;
  while (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) ({ expression } = expression);
  if (!ts.isCallExpression(expression) || isPointless(expression)) return false;
  return expression.expression.kind !== ts.SyntaxKind.SuperKeyword && calleeOf(expression) !== 'unref';
}

/** @param {ts.Node} node */
function calleeOf(node) {
  return ts.isCallExpression(node) ? nameOf(node.expression) : '';
}

/**
 * The last name of `a.b.c`.
 * @param {ts.Node} node
 */
function nameOf(node) {
  if (node.kind === ts.SyntaxKind.ImportKeyword) return 'import';
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) ? node.text : '';
}

/** @param {ts.Node} node */
function conditionOf(node) {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return node.expression;
  return ts.isConditionalExpression(node) ? node.condition : undefined;
}

/**
 * Its operator is turned round already, which negates it.
 * @param {ts.Node} node
 */
function isEquality(node) {
  const equalities = [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken];
  return ts.isBinaryExpression(node) && equalities.includes(node.operatorToken.kind);
}

/**
 * Whether the sign beside it is changed already, or it is a factor of a unit, as in `60 * 1000`.
 * @param {ts.Node} node
 */
function isOperand(node) {
  if (!ts.isBinaryExpression(node.parent)) return false;
  const sign = node.parent.operatorToken.getText();
  return sign === '*' || arithmetic.has(sign);
}

/**
 * Whether it stands in for an element of a list, which is there: the compiler cannot know it.
 * @param {ts.Node} node
 */
function isNeverUsed({ parent }) {
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken) return false;
  return ts.isElementAccessExpression(parent.left) || ['at', 'codePointAt'].includes(calleeOf(parent.left));
}

/** @param {ts.Node} node */
function isAssigned(node) {
  const { parent } = node;
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.left === node;
}

/**
 * @param {ts.Node} node
 * @returns {boolean}
 */
function returnsValue(node) {
  if (ts.isReturnStatement(node)) return node.expression !== undefined;
  return ts.forEachChild(node, (child) => (!ts.isFunctionLike(child) && returnsValue(child)) || undefined) ?? false;
}

/**
 * @param {ts.Node} node
 * @param {string} replacement
 * @returns {Edit}
 */
function replace(node, replacement) {
  return { start: node.getStart(), end: node.end, replacement };
}

/**
 * @param {readonly ts.Node[]} list
 * @param {number} index
 * @returns {Edit}
 */
function without(list, index) {
  const [last, here, next] = [list[index - 1], list[index], list[index + 1]];
  if (!here) throw new RangeError(`There is no element ${index}.`);
  if (next) return { start: here.getStart(), end: next.getStart(), replacement: '' };
  return { start: last ? last.end : here.getStart(), end: here.end, replacement: '' };
}

/**
 * The lines that an edit changes, before and after it, each as one.
 * @param {string} text
 * @param {Edit} edit
 */
function changedLines(text, { start, end, replacement }) {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const last = newline < 0 ? text.length : newline;
  const asOne = (/** @type {string} */ lines) => lines.split(/\s+/).join(' ').trim();
  return {
    before: asOne(text.slice(first, last)),
    after: asOne(text.slice(first, start) + replacement + text.slice(end, last)),
  };
}
