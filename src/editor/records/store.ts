// Records of the service, as a session reads and writes them.
import * as vscode from 'vscode';
import { contentOf, labelOf, unknownDialect, type Dialect } from '../../client/index.ts';
import { confirmWrite } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { learn } from '../account/learn.ts';
import { requireTrust } from '../platform/settings.ts';
import { UserError } from '../platform/user-error.ts';
import { writeText } from './change-lines.ts';
import { answerQuestion } from './unknowns.ts';
import { isFields, type RecordKind, tableOf } from '../../records/index.ts';
import { saveAlone } from './locks.ts';
import type { RecordStore } from './session.ts';

/** What is known of the service; nothing where there is none. */
export function dialectOf(connection: Connection | undefined): Dialect {
  return connection?.environment.dialect ?? unknownDialect;
}

/** `storage`: the extension's own folder, the same for every window; `target`: what the record is called. */
export function serviceStore(connection: () => Connection, storage: string, kind: RecordKind, target: () => string): RecordStore {
  const operations = tableOf(kind);
  const options = () => ({ target: target(), confirmed: true });
  return {
    read: async (id, reading) => {
      const record = contentOf(await connection().readAny(operations.read, { path: { id } }, reading));
      if (isFields(record)) return record;
      throw new UserError(
        vscode.l10n.t('The service gave no record for {0}. Refresh the tree to see whether it is still there.', id),
      );
    },
    write: (id, { operation, body }, ifMatch) =>
      connection().writeAny(operation, { path: { id }, body }, { ...options(), ifMatch }),
    create: (body) => connection().writeAny(operations.create, { body }, options()),
    confirm: async ({ isNew, record, fields }) => {
      const { environment } = connection();
      if (!environment.protected) return;
      const { path, lines } = await writeText(connection(), kind, record, fields, isNew ? labelOf(record) : target());
      await confirmWrite({ environment, title: saveTitle(kind, isNew), target: path, detail: lines.join('\n') });
    },
    answer: async (question) => {
      // Nobody is asked for what is refused then.
      requireTrust();
      return answerQuestion(connection(), question);
    },
    learn: (part) => learn(connection().environment, part),
    lock: (id, work) => saveAlone(storage, { ticketUrl: connection().environment.ticketUrl, kind, id }, work),
  };
}

function saveTitle(kind: RecordKind, isNew: boolean): string {
  if (kind === 'item') return isNew ? vscode.l10n.t('Create item') : vscode.l10n.t('Save item');
  return isNew ? vscode.l10n.t('Create passkey') : vscode.l10n.t('Save passkey');
}
