// Does a job with a service, as a person would who knows the service and not the product: the answers are right, and so must be all else.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Dialect } from '../../src/client/index.ts';
import type { ServiceFault } from '../../src/service/index.ts';
import type { Desk, Operator } from './desk.ts';
import type { Holdings } from './holdings.ts';
import { dialectOf, type ServiceName } from './dialects.ts';
import type { JobName, Verdict } from './expected.ts';
import type { Job } from './job.ts';
import { jobs } from './jobs.ts';
import type { MatrixService, RightAmounts } from './matrix-service.ts';
import { amountsOfReports, amountsOfTax } from './reading-jobs.ts';
import { startDialect } from './services.ts';

/** A service in the editor, with whoever sits before it. */
export class Workplace {
  readonly #desk: Desk;
  readonly #service: MatrixService;
  readonly #name: string;
  readonly #dialect: Dialect;
  readonly #folder: string;
  readonly #asked: string[] = [];

  private constructor(desk: Desk, service: MatrixService, name: string, dialect: Dialect, folder: string) {
    this.#desk = desk;
    this.#service = service;
    this.#name = name;
    this.#dialect = dialect;
    this.#folder = folder;
  }

  static async open(desk: Desk, dialect: ServiceName, cap?: number): Promise<Workplace> {
    const [service, folder] = await Promise.all([startDialect(dialect, cap), mkdtemp(join(tmpdir(), 'box-office-matrix-'))]);
    const { token, known } = dialectOf(dialect);
    const place = new Workplace(desk, service, dialect, { ...known, ...(token && { token }) }, folder);
    await place.#configure();
    const { operator } = desk;
    desk.operator = {
      ...operator,
      type: (_prompt, placeholder) => (placeholder.includes('JWT') ? service.token : service.eventKey),
    };
    await desk.run('signIn');
    desk.operator = operator;
    assert.match(desk.said.at(-1) ?? '', /^Signed in to /);
    desk.clear();
    return place;
  }

  async close(): Promise<void> {
    this.#desk.clear();
    await set('boxOffice.environment', undefined);
    await set('boxOffice.environments', undefined);
    await this.#service.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** What an answer has added to the environment is forgotten: no job leans on another. */
  async #configure(): Promise<void> {
    const { eventUrl, ticketUrl } = this.#service;
    // Of a literal service nobody has said anything.
    const currency = this.#name.startsWith('literal') ? {} : { currency: 'BRL' };
    await set('boxOffice.environments', { [this.#name]: { eventUrl, ticketUrl, dialect: this.#dialect, ...currency } });
    await set('boxOffice.environment', this.#name);
  }

  async do(job: JobName, amounts: RightAmounts): Promise<Verdict> {
    await this.#configure();
    return this.#work(jobs[job], amounts);
  }

  /** With all that was said of the service before; gives what was asked about it, and what it holds then. */
  async goOn(job: Job, amounts: RightAmounts): Promise<{ readonly asked: readonly string[]; readonly held: Holdings }> {
    await this.#work(job, amounts);
    return { asked: [...this.#asked], held: this.#service.holdings() };
  }

  async #work(job: Job, amounts: RightAmounts): Promise<Verdict> {
    await this.#service.restore();
    this.#desk.clear();
    this.#asked.length = 0;
    await this.#desk.run('refresh');
    const before = this.#service.holdings();
    this.#desk.operator = this.#operator(before);
    const [desk, service, environment, asked, folder] = [this.#desk, this.#service, this.#name, this.#asked, this.#folder];
    const right = service.amounts ?? amounts;
    try {
      return await job({ desk, service, environment, before, asked, folder, amounts: right });
    } catch (error) {
      throw new Error(`${(error as Error).message}\n\nSaid:\n${desk.said.join('\n')}`, { cause: error });
    }
  }

  /** The same while something fails. */
  async doInTrouble(fault: ServiceFault, job: JobName, amounts: RightAmounts): Promise<Verdict> {
    const { faults } = this.#service;
    assert.ok(faults);
    faults.push(fault);
    try {
      return await this.do(job, amounts);
    } finally {
      faults.length = 0;
    }
  }

  /** The amounts that are right, from a service of which all is known. */
  static async amounts(desk: Desk): Promise<RightAmounts> {
    const place = await Workplace.open(desk, 'described');
    const context = { desk, service: place.#service, environment: place.#name };
    const [reports, tax] = [await amountsOfReports(context), await amountsOfTax(context)];
    assert.ok(reports?.includes(place.#service.gross()), 'the reports are not those of the sales');
    await place.close();
    return { reports: new Set(reports), tax: new Set(tax) };
  }

  /** Knows the service, and tells the truth about it. */
  #operator(before: Holdings): Operator {
    const [service, name, asked] = [this.#service, this.#name, this.#asked];
    const item = before.items.find(({ id }) => id === service.sample.item)!;
    const plainly = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll(',', '');
    const money = (cents: number | null) => `R$${((cents ?? 0) / 100).toFixed(2)}`;
    const about = (question: string, answer: string | undefined) => {
      asked.push(question);
      return answer;
    };
    return {
      press: (question, buttons) => {
        const amount = (cents: number | null) => buttons.find((button) => plainly(button) === money(cents));
        if (question.includes(': is this ')) return about(question, amount(item.price));
        if (question.includes('or a plain number?')) return about(question, amount(item.feeSale) ?? buttons.at(-1));
        if (/taken away at this service|keep what an update/.test(question)) return about(question, buttons[0]);
        if (/Does it keep that/.test(question)) return about(question, service.clearsUnsent ? buttons[1] : buttons[0]);
        if (/does not show|were found in what/.test(question)) return about(question, buttons[0]);
        if (/belong to/.test(question)) return about(question, service.hasOthersItems ? buttons[1] : buttons[0]);
        return buttons[0];
      },
      pick: (rows, title) => {
        if (title.includes('What does the clock of the service show')) {
          about(title, undefined);
          return rows.find(({ description }) => description === service.clock);
        }
        if (title.includes('shows a price as')) {
          about(title, undefined);
          return rows.find(({ label, description }) => description === 'BRL' && plainly(label) === money(item.price));
        }
        const { namesake } = service.sample;
        return rows.find(({ description, detail }) => `${description} ${detail}`.includes(namesake));
      },
      type: (prompt) => (prompt.startsWith('Type ') ? name : undefined),
    };
  }
}

async function set(name: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  if (isDeepStrictEqual(configuration.get(name), value)) return;
  await configuration.update(name, value, vscode.ConfigurationTarget.Global);
}
