// Which operations an agent may be given as tools, and how they are called. The manifest's list is generated from this.
import { operations, type Operation } from '../client/operations.ts';

const prefix = 'box_office_';

/** Tools that are no operation of the interface: an event as a file, and what such a file would change. */
export const fileTools = { read: `${prefix}read_event_as_file`, plan: `${prefix}plan_event_changes` } as const;

/** In English, as the table has those of the operations. */
export const fileTitles = { readEventAsFile: 'Read event as a file', planEventChanges: 'Plan changes to event' } as const;

/** In characters; more is planned from a file on the disk. */
export const maxFileText = 500_000;

/** More than a person can look through before saying yes is no work for a tool. */
export const maxAtOnce = 100;

/** Nothing that destroys, nothing that needs a file, and nothing that another operation does as well. */
export function isTool({ effect, file, deprecated }: Operation): boolean {
  return effect !== 'destroy' && !file && !deprecated;
}

export function toolOperations(): Operation[] {
  return Object.values<Operation>(operations).filter(isTool);
}

/** getEventTickets → box_office_get_event_tickets */
export function toolName({ id }: Operation): string {
  return prefix + id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function operationOfTool(name: string): Operation | undefined {
  return toolOperations().find((operation) => toolName(operation) === name);
}

/** For the list of another program, which shows it to people. */
export function titleOfTool(name: string): string {
  return operationOfTool(name)?.title ?? (name === fileTools.read ? fileTitles.readEventAsFile : fileTitles.planEventChanges);
}
