// The exports that were asked for, one list for each environment: the service has no operation that tells.
import * as v from 'valibot';
import { requestedExport, type RequestedExport } from '../../protocol/export.ts';
import { Drafts } from '../pages/drafts.ts';

const maxKept = 50;
const kept = v.array(requestedExport);

export class ExportHistory {
  readonly #files: Drafts;

  constructor(folder: string) {
    this.#files = new Drafts(folder);
  }

  /** The newest first. */
  async of(environment: string): Promise<RequestedExport[]> {
    const parsed = v.safeParse(kept, (await this.#files.read(environment))?.value);
    return parsed.success ? parsed.output : [];
  }

  async add(environment: string, requested: RequestedExport): Promise<RequestedExport[]> {
    const all = [requested, ...(await this.of(environment))].slice(0, maxKept);
    await this.#files.keep(environment, all);
    return all;
  }
}
