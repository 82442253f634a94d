// The form of any operation: made from its row in the table, with the reply beside it.
import * as vscode from 'vscode';
import {
  ApiError,
  operations,
  parseJson,
  rulesOf,
  stringifyJson,
  titleOf,
  type Operation,
  type OperationId,
  type UploadFile,
} from '../../client/index.ts';
import { l10nKey } from '../../client/l10n.ts';
import type { ResultOf } from '../../protocol/contract.ts';
import {
  operationContract,
  operationTexts,
  type OperationContract,
  type OperationReply,
  type OperationTexts,
} from '../../protocol/operation.ts';
import type { Connection } from '../account/index.ts';
import { pickEvent, pickItem, pickPasskey } from '../ask/pickers.ts';
import { askForFile, checkContext, fileOnDisk, pickField } from '../ask/operation-input.ts';
import type { AnyInput } from '../account/connection.ts';
import { copyRequest } from '../operations/copy-as-curl.ts';
import { call, isList } from '../operations/run-operation.ts';
import { categories } from '../platform/settings.ts';
import type { PasskeyResource } from '../platform/resources.ts';
import { UserError } from '../platform/user-error.ts';
import { PageDraft } from '../pages/drafts.ts';
import { connectionOf, environmentFor, type PageKind } from '../pages/pages.ts';
import { operationFields, readForm } from './operation-fields.ts';
import { saveRequest, textsIn } from './request-file.ts';
import { anyPage, keyOf, type SavedState } from '../pages/panel.ts';

/** A page shows no more of a reply: all of it opens as a document. */
const maxShown = 200_000;

export const operationPage: PageKind = (host, state, opening) =>
  anyPage<OperationContract>({
    state,
    title: titleOf(operationOf(state)),
    icon: 'symbol-method',
    page: 'operation',
    content: (panel) => {
      const operation = operationOf(state);
      const connection = () => connectionOf(host, state);
      const draft = new PageDraft(host.drafts, keyOf(state), operationTexts);
      let file: UploadFile | undefined;
      let wholeReply = '';
      /** The reply as the page shows it: a page that was hidden shows it again. */
      let last: OperationReply | undefined;
      /** What the reply was asked for with. */
      let asked: AnyInput = {};
      /** What the page was opened with, until it has it. */
      let given = textsIn(opening?.data);
      panel.onReopen = ({ data }) => {
        given = textsIn(data);
        if (given) panel.send('given', given);
      };
      const formOf = (texts: OperationTexts) => readForm(operation, texts, checkContext(connection()));

      async function send(texts: OperationTexts): Promise<ResultOf<OperationContract, 'send'>> {
        const { input, problems } = formOf(texts);
        if (operation.file && !file) problems.push({ field: 'file', message: vscode.l10n.t('A file must be chosen.') });
        if (problems.length > 0) return { kind: 'problems', problems };
        const started = performance.now();
        const { connections, changes, storage } = host;
        const parts = { context: { globalStorageUri: vscode.Uri.file(storage) }, connections, changes };
        let status: number | undefined;
        const took = () => Math.round(performance.now() - started);
        const whole = { ...input, ...(file ? { file } : {}) };
        const reply = await call(parts, connection(), operation, whole, (heard) => (status = heard)).catch((error: unknown) => {
          showRefusal(error, took());
          throw error;
        });
        const milliseconds = took();
        await draft.clear(texts);
        wholeReply = stringifyJson(reply ?? null, 2);
        asked = input;
        const text = wholeReply.slice(0, maxShown);
        const isWhole = text.length === wholeReply.length;
        return (last = {
          kind: 'reply',
          text,
          isWhole,
          isList: operation.effect === 'read' && isList(reply),
          milliseconds,
          status,
        });
      }

      /** What the service said of it, beside the sentence that says what to do. */
      function showRefusal(error: unknown, milliseconds: number): void {
        if (error instanceof vscode.CancellationError) return;
        const { status, body } = error instanceof ApiError ? error : {};
        if (status === undefined || body === undefined) return void (last = undefined);
        wholeReply = indented(body);
        last = { kind: 'reply', text: wholeReply, isWhole: !body.endsWith('…'), isList: false, milliseconds, status };
        panel.send('refused', last);
      }

      return {
        contract: operationContract,
        init: async () => {
          const { id, method, path, effect, deprecated } = operation;
          const { dialect } = connection().environment;
          const formTitle = ownFormOf(id)?.[1].title;
          return {
            environment: environmentFor(connection()),
            id,
            title: titleOf(operation),
            call: `${method} ${path}`,
            effect,
            isDeprecated: deprecated === true,
            takesFile: operation.file === true,
            file: file && { name: file.name, size: file.size },
            rules: rulesOf(operation),
            ownForm: formTitle && vscode.l10n.t(formTitle),
            fields: operationFields(operation, { ...dialect, categories: categories(dialect) }),
            given,
            draft: await draft.read(),
            reply: last,
          };
        },
        handlers: {
          ...draft.handlers,
          chooseFile: async () => {
            file = await fileOnDisk(await askForFile());
            return { name: file.name, size: file.size };
          },
          pick: async ({ key, texts }) => {
            const field = operationFields(operation).find((each) => each.key === key);
            const chosen = field && (await pickField(connection(), operation, formOf(texts).input, field));
            return chosen?.join('\n') ?? null;
          },
          copyAsCurl: async (texts) => {
            const { input, problems } = formOf(texts);
            if (problems.length === 0) await copyRequest(connection(), operation.id, input);
            return problems;
          },
          saveRequest: (texts) => saveRequest(operation, texts),
          send,
          openReply: async () => {
            const document = await vscode.workspace.openTextDocument({ language: 'json', content: wholeReply });
            await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
          },
          openTable: async () => {
            const { path, query } = asked;
            const read = { operation: operation.id, input: { path, query } };
            const table = { environment: state.environment, title: titleOf(operation), read };
            await vscode.commands.executeCommand('boxOffice.openAsTable', table);
          },
          openOwnForm: async () => {
            const [command, form] = ownFormOf(operation.id) ?? [];
            if (form) await vscode.commands.executeCommand(`boxOffice.${command}`, await form.pick(connection()));
          },
        },
      };
    },
  });

function operationOf({ id = '' }: SavedState): Operation {
  if (Object.hasOwn(operations, id)) return operations[id as OperationId];
  throw new UserError(vscode.l10n.t('There is no operation {0}.', id));
}

/** JSON as it is read best; anything else, and what was cut, as it came. */
function indented(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2);
  } catch {
    return text;
  }
}

export async function pickPasskeyOfEvent(connection: Connection): Promise<PasskeyResource> {
  return pickPasskey(connection, (await pickEvent(connection)).id);
}

interface OwnForm {
  readonly title: string;
  readonly operations: readonly OperationId[];
  /** What it is for is asked for here: the command by itself would ask in the environment that is chosen by now. */
  readonly pick: (connection: Connection) => Promise<unknown>;
}

/** The forms with a field for everything, by the command that opens each. */
const ownForms: Readonly<Record<string, OwnForm>> = {
  createItem: { title: l10nKey('Create Item…'), operations: ['createItem'], pick: pickEvent },
  editItem: { title: l10nKey('Edit Item…'), operations: ['updateItem'], pick: pickItem },
  editAttributes: { title: l10nKey('Edit Attributes…'), operations: ['createAttribute', 'updateAttribute'], pick: pickItem },
  editSalePeriods: { title: l10nKey('Edit Sale Periods…'), operations: ['createSalePeriod', 'updateSalePeriod'], pick: pickItem },
  editValues: { title: l10nKey('Edit Values…'), operations: ['createValues', 'updateValues'], pick: pickItem },
  createPasskey: { title: l10nKey('Create Passkey…'), operations: ['createPasskey'], pick: pickEvent },
  editPasskey: { title: l10nKey('Edit Passkey…'), operations: ['updatePasskey', 'setPasskeyItems'], pick: pickPasskeyOfEvent },
  createPasskeys: { title: l10nKey('Create Many Passkeys…'), operations: ['createPasskeys'], pick: pickEvent },
};

function ownFormOf(operation: OperationId): readonly [command: string, form: OwnForm] | undefined {
  return Object.entries(ownForms).find(([, { operations: own }]) => own.includes(operation));
}
