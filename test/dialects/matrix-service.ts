// What the jobs of the matrix want of a service, whoever wrote it.
import type { ServiceFault } from '../../src/service/index.ts';
import type { Holdings } from './holdings.ts';

/** The event of the matrix, and what of it the jobs are about; its ids are those of the wire. */
interface Sample {
  readonly eventId: string;
  readonly title: string;
  /** A ticket with more than one sale period, and more codes than a page has. */
  readonly item: string;
  /** A ticket that has the name of others. */
  readonly namesake: string;
  /** What a new passkey opens. */
  readonly opened: readonly string[];
  /** A ticket of which an upload has some codes again. */
  readonly stocked: string;
  /** Ten passkeys that the event has. */
  readonly passkeys: readonly string[];
}

/** Every amount of the reports and of the tax, in cents. */
export interface RightAmounts {
  readonly reports: ReadonlySet<number>;
  readonly tax: ReadonlySet<number>;
}

export interface MatrixService {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
  readonly eventKey: string | undefined;
  /** Where its clock stands. */
  readonly clock: string;
  readonly sample: Sample;
  /** Where they are others than those of the local service. */
  readonly amounts?: RightAmounts;
  /** Its prices may be whole numbers, and not of cents. */
  readonly hasWholeUnits?: boolean;
  /** It lists items of several events, and nothing shows which are whose. */
  readonly hasOthersItems?: boolean;
  /** An update clears what it is not sent. */
  readonly clearsUnsent?: boolean;
  /** A code that was used cannot be deleted. */
  readonly keepsUsed: boolean;
  /** A file of codes as it takes them. */
  codesFile(codes: readonly string[]): string;
  holdings(): Holdings;
  /** Until nothing is left that it does in the background, where it can tell. */
  settled?(): Promise<unknown>;
  /** What fails while they are in it. */
  readonly faults?: ServiceFault[];
  /** What the tickets of the event were sold for, in cents. */
  gross(): number;
  /** As it was at the start. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}
