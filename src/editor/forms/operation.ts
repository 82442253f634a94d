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
import { UserError } from '../platform/user-error.ts';
import { PageDraft } from '../pages/drafts.ts';
import type { PageKind, PageServices } from '../pages/pages.ts';
import { PageSession } from '../pages/session.ts';
import { operationFields, readForm } from './operation-fields.ts';
import { saveRequest, textsIn } from './request-file.ts';
import { anyPage, keyOf, type Handlers, type PageContent, type PagePanel, type SavedState } from '../pages/panel.ts';

/** A page shows no more of a reply: all of it opens as a document. */
const maxShown = 200_000;

export const operationPage: PageKind = (host, state, opening) =>
  anyPage<OperationContract>({
    state,
    title: titleOf(operationOf(state)),
    icon: 'symbol-method',
    page: 'operation',
    content: (panel) => new OperationSession(host, state, panel, opening?.data),
  });

function operationOf({ id = '' }: SavedState): Operation {
  if (Object.hasOwn(operations, id)) return operations[id as OperationId];
  throw new UserError(vscode.l10n.t('There is no operation {0}.', id));
}

class OperationSession extends PageSession<OperationContract> implements PageContent<OperationContract> {
  readonly contract = operationContract;
  readonly #operation = operationOf(this.state);
  readonly #draft = new PageDraft(this.host.drafts, keyOf(this.state), operationTexts);
  #file: UploadFile | undefined;
  #reply = '';
  /** The reply as the page shows it: a page that was hidden shows it again. */
  #last: OperationReply | undefined;
  /** What the reply was asked for with. */
  #input: AnyInput = {};
  /** What the page was opened with, until it has it. */
  #given: OperationTexts | undefined;

  constructor(host: PageServices, state: SavedState, panel: PagePanel<OperationContract>, given: unknown) {
    super(host, state, panel);
    this.#given = textsIn(given);
    panel.onReopen = ({ data }) => {
      this.#given = textsIn(data);
      if (this.#given) panel.send('given', this.#given);
    };
  }

  async init() {
    const { id, method, path, effect, deprecated, file } = this.#operation;
    const { dialect } = this.connection.environment;
    const formTitle = ownFormOf(id)?.[1].title;
    return {
      environment: this.environment,
      id,
      title: titleOf(this.#operation),
      call: `${method} ${path}`,
      effect,
      isDeprecated: deprecated === true,
      takesFile: file === true,
      file: this.#file && { name: this.#file.name, size: this.#file.size },
      rules: rulesOf(this.#operation),
      ownForm: formTitle && vscode.l10n.t(formTitle),
      fields: operationFields(this.#operation, { ...dialect, categories: categories(dialect) }),
      given: this.#given,
      draft: await this.#draft.read(),
      reply: this.#last,
    };
  }

  readonly handlers: Handlers<OperationContract> = {
    keepDraft: (texts) => this.#draft.keep(texts),
    dropDraft: () => this.#draft.drop(),
    chooseFile: async () => {
      this.#file = await fileOnDisk(await askForFile());
      return { name: this.#file.name, size: this.#file.size };
    },
    pick: async ({ key, texts }) => {
      const field = operationFields(this.#operation).find((each) => each.key === key);
      if (!field) return null;
      const { input } = readForm(this.#operation, texts, checkContext(this.connection));
      const chosen = await pickField(this.connection, this.#operation, input, field);
      return chosen?.join('\n') ?? null;
    },
    copyAsCurl: async (texts) => {
      const { input, problems } = readForm(this.#operation, texts, checkContext(this.connection));
      if (problems.length === 0) await copyRequest(this.connection, this.#operation.id, input);
      return problems;
    },
    saveRequest: (texts) => saveRequest(this.#operation, texts),
    send: (texts) => this.#send(texts),
    openReply: async () => {
      const document = await vscode.workspace.openTextDocument({ language: 'json', content: this.#reply });
      await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
    },
    openTable: async () => {
      const { path, query } = this.#input;
      const read = { operation: this.#operation.id, input: { path, query } };
      const title = titleOf(this.#operation);
      await vscode.commands.executeCommand('boxOffice.openAsTable', { environment: this.state.environment, title, read });
    },
    openOwnForm: async () => {
      const [command, form] = ownFormOf(this.#operation.id) ?? [];
      if (form) await vscode.commands.executeCommand(`boxOffice.${command}`, await form.pick(this.connection));
    },
  };

  async #send(texts: OperationTexts): Promise<ResultOf<OperationContract, 'send'>> {
    const operation = this.#operation;
    const { connection } = this;
    const { input, problems } = readForm(operation, texts, checkContext(connection));
    if (operation.file && !this.#file) problems.push({ field: 'file', message: vscode.l10n.t('A file must be chosen.') });
    if (problems.length > 0) return { kind: 'problems', problems };
    const started = performance.now();
    const { connections, changes, storage } = this.host;
    const parts = { context: { globalStorageUri: vscode.Uri.file(storage) }, connections, changes };
    let status: number | undefined;
    const whole = { ...input, ...(this.#file ? { file: this.#file } : {}) };
    const took = () => Math.round(performance.now() - started);
    const reply = await call(parts, connection, operation, whole, (heard) => (status = heard)).catch((error: unknown) => {
      this.#showRefusal(error, took());
      throw error;
    });
    const milliseconds = took();
    await this.#draft.clear(texts);
    this.#reply = stringifyJson(reply ?? null, 2);
    this.#input = input;
    const text = this.#reply.slice(0, maxShown);
    const isWhole = text.length === this.#reply.length;
    this.#last = { kind: 'reply', text, isWhole, isList: operation.effect === 'read' && isList(reply), milliseconds, status };
    return this.#last;
  }

  /** What the service said of it, beside the sentence that says what to do. */
  #showRefusal(error: unknown, milliseconds: number): void {
    if (error instanceof vscode.CancellationError) return;
    const { status, body } = error instanceof ApiError ? error : {};
    if (status === undefined || body === undefined) return void (this.#last = undefined);
    this.#reply = indented(body);
    this.#last = { kind: 'reply', text: this.#reply, isWhole: !body.endsWith('…'), isList: false, milliseconds, status };
    this.panel.send('refused', this.#last);
  }
}

/** JSON as it is read best; anything else, and what was cut, as it came. */
function indented(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2);
  } catch {
    return text;
  }
}

const pickPasskeyOfEvent = async (connection: Connection) => pickPasskey(connection, (await pickEvent(connection)).id);

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
