import { writeFile } from 'node:fs/promises';
import { arch, cpus, platform } from 'node:os';
import { join } from 'node:path';
import { isMet, type Measurement } from './harness.ts';

export type Classification = 'ok' | 'MISS' | 'info' | 'skipped' | 'failed';

/** A measurement, or the error of a bench that could not measure. */
export type Row = Measurement & { readonly bench: string; readonly error?: string };

export function verdictOf(row: Row): Classification {
  if (row.error !== undefined) return 'failed';
  if (row.skipped !== undefined) return 'skipped';
  const met = isMet(row);
  return met === undefined ? 'info' : met ? 'ok' : 'MISS';
}

/** Machines are noisy: a miss ends a run badly only for whoever asks for that. */
export function exitCodeOf(rows: readonly Row[], { strict }: { readonly strict: boolean }): 0 | 1 {
  return strict && rows.map(verdictOf).some((verdict) => verdict === 'failed' || verdict === 'MISS') ? 1 : 0;
}

/** The whole table as Markdown that is also readable as it is. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['name', 'ours', 'anchor', 'ratio', 'target', ''];
  const lines = [head, ...rows.map(cellsOf)];
  const widths = head.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]!.length)));
  const rule = widths.map((width, column) => (isNumeric(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  const pad = (cells: string[]) =>
    cells.map((cell, column) => (isNumeric(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)));
  return [pad(head), rule, ...lines.slice(1).map(pad)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const isNumeric = (column: number) => column >= 1 && column <= 3;

function cellsOf(row: Row): string[] {
  const { name, unit, ours, anchor, ratio, target } = row;
  const amount = (value: number | undefined) => (value === undefined ? '' : `${value.toFixed(0)} ${unit}`);
  const limit = target && (ratio === undefined ? amount(target.limit) : target.limit.toFixed(2));
  const wanted = row.error ?? row.skipped ?? (target ? `${target.compare} ${limit ?? ''}` : '');
  return [name, amount(ours), amount(anchor), ratio?.toFixed(2) ?? '', wanted.split('\n')[0] ?? '', verdictOf(row)];
}

/** Writes the result as JSON and as Markdown into each of the folders. */
export async function writeReport(
  rows: readonly Row[],
  settings: { quick: boolean; rounds: number },
  folders: readonly string[],
): Promise<void> {
  const machine = {
    platform: platform(),
    arch: arch(),
    cpus: cpus().length,
    model: cpus()[0]?.model,
    node: process.versions.node,
  };
  const date = new Date().toISOString();
  const judged = rows.map((row) => ({ ...row, verdict: verdictOf(row) }));
  const { rounds, quick } = settings;
  const circumstances = `${date} · ${machine.platform} ${machine.arch}, ${machine.cpus} cores · Node ${machine.node}`;
  const how = `Medians of ${rounds} rounds; a ratio is the median of the rounds' own ratios where its bench says nothing else.${quick ? ' A quick run: not to judge by.' : ''}`;
  const texts = {
    'result.json': JSON.stringify({ date, machine, ...settings, rows: judged }, undefined, 2),
    'result.md': `# Benches\n\n${circumstances}\n\n${how}\n\n${tableOf(rows)}`,
  };
  for (const folder of folders) {
    for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), `${text}\n`);
  }
}
