// The conditions of menus in package.json, as VS Code reads them: the few operators that this extension uses.

export type Context = Readonly<Record<string, string | boolean>>;

/** `a && !b || c =~ /d/i`, where && binds closer. What it does not know is refused, so that no test trusts a guess. */
export function isSo(when: string, context: Context): boolean {
  // An operator within a pattern is none.
  const patterns: string[] = [];
  const plain = when.replace(/\/(?:\\.|[^/\\])+\/[a-z]*/g, (pattern) => `#${patterns.push(pattern) - 1}`);
  const isTermSo = (term: string) => {
    const [, not, name = '', operator, value = ''] = /^(!?)([\w.]+)(?: (==|!=|=~) (.+))?$/.exec(term.trim()) ?? [];
    if (name === '' || (not && operator)) throw new Error(`This condition is not understood: ${when}`);
    if (name === 'false') return false;
    if (operator === undefined) return Boolean(context[name]) !== (not === '!');
    const text = String(context[name] ?? '');
    if (operator === '=~') return matches(text, patterns[Number(value.slice(1))] ?? '');
    return (text === value.replace(/^'(.*)'$/, '$1')) === (operator === '==');
  };
  return plain.split('||').some((all) => all.split('&&').every(isTermSo));
}

function matches(text: string, pattern: string): boolean {
  const end = pattern.lastIndexOf('/');
  return new RegExp(pattern.slice(1, end), pattern.slice(end + 1)).test(text);
}
