// Holds each room to its number of tokens in budgets.json. `--lower` takes today's number for each room that has become smaller.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './lib/paths.mjs';
import { countTokens } from './lib/tokens.mjs';

/** @typedef {{ tokens: number, because?: string }} Budget `because`: why it was raised */
/** @typedef {Record<string, Budget>} Budgets by the files of the room */
/** @typedef {{ room: string, budget: number, tokens: number }} RoomSize */

const budgetsPath = join(root, 'scripts', 'budgets.json');
/** A room further below its budget could grow back unseen. */
const slack = 0.05;

/**
 * @param {Budgets} budgets
 * @param {string} [folder] that the files are below
 * @returns {RoomSize[]}
 */
export function roomSizes(budgets, folder = root) {
  const files = sourcesIn(['{src,test,scripts}/**', '*'], folder);
  /** @type {Map<string, string>} */
  const rooms = new Map();
  for (const room of Object.keys(budgets))
    for (const file of sourcesIn([room], folder)) {
      const other = rooms.get(file);
      if (other) throw new Error(`budgets.json has ${file} in two rooms: ${other} and ${room}.`);
      rooms.set(file, room);
    }
  const homeless = files.filter((file) => !rooms.has(file));
  if (homeless.length > 0) throw new Error(`budgets.json has no room for ${homeless.join(', ')}.`);
  return Object.entries(budgets).map(([room, { tokens: budget }]) => {
    const own = files.filter((file) => rooms.get(file) === room);
    const tokens = own.reduce((sum, file) => sum + countTokens(readFileSync(join(folder, file), 'utf8')), 0);
    return { room, budget, tokens };
  });
}

/**
 * @param {string[]} patterns
 * @param {string} folder
 */
function sourcesIn(patterns, folder) {
  return globSync(patterns, { cwd: folder }).filter((file) => /\.(ts|mjs|cjs)$/.test(file));
}

/** @param {readonly RoomSize[]} sizes */
export function sizeTable(sizes) {
  const width = Math.max(...sizes.map(({ room }) => room.length));
  const count = (/** @type {number} */ tokens) => String(tokens).padStart(8);
  return sizes
    .map(({ room, budget, tokens }) => {
      const isLow = tokens < budget * (1 - slack);
      return `${room.padEnd(width)} ${count(tokens)} tokens of ${count(budget)}${isLow ? ', lower it: node scripts/budgets.mjs --lower' : ''}`;
    })
    .join('\n');
}

/**
 * @param {readonly RoomSize[]} sizes
 * @returns {string[]} one sentence a room that is too large
 */
export function overBudget(sizes) {
  return sizes
    .filter(({ budget, tokens }) => tokens > budget)
    .map(
      ({ room, budget, tokens }) =>
        `${room} has ${tokens} tokens; its budget is ${budget}. Make it smaller, or raise the budget in scripts/budgets.json with a "because".`,
    );
}

/**
 * @param {Budgets} budgets
 * @param {Budgets} before
 * @returns {string[]} one sentence a budget that was raised without a new reason
 */
export function raisedSilently(budgets, before) {
  const isSilent = (/** @type {Budget} */ { tokens, because }, /** @type {Budget | undefined} */ former) =>
    former !== undefined && tokens > former.tokens && (because === undefined || because === former.because);
  return Object.entries(budgets)
    .filter(([room, budget]) => isSilent(budget, before[room]))
    .map(([room]) => `The budget of ${room} was raised. Say why in its "because".`);
}

/**
 * Those of the last commit that had others; undefined where there is no history.
 * @param {string} text
 * @returns {Budgets | undefined}
 */
function committedBefore(text) {
  for (const commit of ['HEAD', 'HEAD^']) {
    const { status, stdout } = spawnSync('git', ['show', `${commit}:scripts/budgets.json`], { cwd: root, encoding: 'utf8' });
    if (status !== 0) return undefined;
    if (stdout !== text) return JSON.parse(stdout);
  }
  return undefined;
}

/** Prints the tokens of each room of this project, and throws where one is above its budget. */
export function checkBudgets() {
  const budgets = readBudgets();
  const sizes = roomSizes(budgets);
  console.log(sizeTable(sizes).replace(/^/gm, '    '));
  const before = committedBefore(readFileSync(budgetsPath, 'utf8')) ?? {};
  const problems = [...overBudget(sizes), ...raisedSilently(budgets, before)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** @returns {Budgets} */
function readBudgets() {
  return JSON.parse(readFileSync(budgetsPath, 'utf8'));
}

function lowerBudgets() {
  const budgets = readBudgets();
  for (const { room, budget, tokens } of roomSizes(budgets)) if (tokens < budget) budgets[room] = { tokens };
  writeFileSync(budgetsPath, `${JSON.stringify(budgets, undefined, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--lower')) lowerBudgets();
  checkBudgets();
}
