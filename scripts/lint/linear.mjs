// A rule for oxlint: a pattern whose time grows faster than its text freezes the host with a text that somebody made for it.
import { analyse } from 'scslre';

/** @typedef {{ regex?: { pattern: string, flags: string } }} Literal */
/** @typedef {{ report(problem: { node: Literal, message: string }): void }} Context */

const rule = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {Literal} node */
    Literal(node) {
      if (!node.regex) return;
      const { pattern, flags } = node.regex;
      const { reports } = analyse({ source: pattern, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
      if (reports.length > 0) context.report({ node, message: 'A long text takes this pattern more than its length in time.' });
    },
  }),
};

const plugin = { meta: { name: 'linear' }, rules: { regexp: rule } };
export default plugin;
