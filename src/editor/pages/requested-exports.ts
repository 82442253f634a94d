// The exports that were asked for in an environment: the service has no operation that tells of them, so the newest are kept here.
import { join } from 'node:path';
import * as v from 'valibot';
import { requestedExport, type RequestedExport } from '../../protocol/export.ts';
import { Drafts, PageDraft } from './drafts.ts';

const maxKept = 50;
const requestedExports = v.array(requestedExport);

/** What has come: the file, and what it was asked for as. */
type Arrived = Required<Omit<RequestedExport, 'at' | 'choices'>>;

export class RequestedExports {
  readonly #kept: PageDraft<typeof requestedExports>;

  /** `storage`: the extension's own folder. */
  constructor(storage: string, environment: string) {
    this.#kept = new PageDraft(new Drafts(join(storage, 'exports')), environment, requestedExports);
  }

  /** The newest first. */
  async read(): Promise<readonly RequestedExport[]> {
    return (await this.#kept.read())?.fields ?? [];
  }

  async add(requested: RequestedExport): Promise<void> {
    await this.#kept.keep([requested, ...(await this.read())].slice(0, maxKept));
  }

  /** The oldest that waits for such a file has it now; one that was asked for elsewhere is added. */
  async arrived(arrived: Arrived): Promise<void> {
    const { eventId, type, format, file } = arrived;
    const all = [...(await this.read())];
    const isMeant = (one: RequestedExport) =>
      one.file === undefined && one.eventId === eventId && one.type === type && one.format === format;
    const index = all.findLastIndex(isMeant);
    const waiting = all[index];
    if (waiting) await this.#kept.keep(all.with(index, { ...waiting, file }));
    else await this.add({ ...arrived, at: Date.now() });
  }
}
