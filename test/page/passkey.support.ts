// Passkeys at the service, for the tests of the pages that show them.
import type { Page } from 'playwright-core';
import type { PageEditor } from './editor/use-editor.ts';

export const eventId = '1001';

/** Their times are those of São Paulo, and only what concerns tickets needs a token. */
export const environment = {
  name: 'stg',
  eventCredential: 'nothing',
  ticketCredential: 'bearer',
  timeZone: 'America/Sao_Paulo',
} as const;

export interface PasskeyRow {
  readonly id: number;
  readonly passkey: string;
  readonly start: string | null;
  readonly finish: string | null;
  readonly limit: number | null;
  readonly itemIds: number[];
  readonly used: number;
}

export async function passkeysOf(editor: PageEditor): Promise<PasskeyRow[]> {
  const reply = (await editor.ask('GET', `/passkeys?eventId=${eventId}&pageSize=1000`)) as { data: PasskeyRow[] };
  return reply.data;
}

export async function findPasskey(editor: PageEditor, passkey: string): Promise<PasskeyRow | undefined> {
  return (await passkeysOf(editor)).find((row) => row.passkey === passkey);
}

/** A passkey of the test's own, as a row of the tree names it. */
export async function makePasskey(editor: PageEditor, passkey: string, fields: object = {}): Promise<object> {
  await editor.ask('POST', '/passkeys', { eventId: Number(eventId), passkey, ...fields });
  const made = await findPasskey(editor, passkey);
  return editor.resource('passkey', String(made?.id), { eventId });
}

export function event(editor: PageEditor): object {
  return editor.resource('event', eventId);
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
