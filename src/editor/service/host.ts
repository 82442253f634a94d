// The local service as the editor runs it: started once, announced, reset with an undo, and reported when it ends by itself.
import * as vscode from 'vscode';
import type { ArrivedMail } from '../../service/index.ts';
import { localName } from '../account/environments.ts';
import { RequestedExports } from '../pages/requested-exports.ts';
import { openExport } from '../pages/session.ts';
import { repeatCompletedSteps, type Changes } from '../platform/changes.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { wantedKey, type OutsideAddress, type ServiceLocation } from './address.ts';
import { DamagedDataError, LocalService, watchMails, type Manners } from './local-service.ts';
import { notifyWith } from '../platform/notify.ts';

const portKey = 'localService.port';
const runningKey = 'boxOffice.localServiceRunning';

export class LocalServiceHost implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #log: vscode.LogOutputChannel;
  readonly #location: ServiceLocation;
  readonly #changes: Changes;
  #service: LocalService | undefined;
  #starting: Promise<LocalService> | undefined;
  #manners: Manners | undefined;
  #endOfMails = () => {};

  constructor(context: vscode.ExtensionContext, log: vscode.LogOutputChannel, location: ServiceLocation, changes: Changes) {
    this.#context = context;
    this.#log = log;
    this.#location = location;
    this.#changes = changes;
  }

  /** Starts it again in a window that had it before it was reloaded, without a notification. */
  async resume(): Promise<void> {
    if (this.#location.outside) await this.#followOutside(this.#location.outside);
    else await this.#ensureStarted();
  }

  async #followOutside({ outbox }: OutsideAddress): Promise<void> {
    await vscode.commands.executeCommand('setContext', runningKey, true);
    if (outbox === undefined) return;
    this.#endOfMails = await watchMails(outbox, (mail) => void this.#showMail(mail));
  }

  /** Starts it once, however often it is asked for; gives where it is, without its token. */
  async start(): Promise<{ eventUrl: string; ticketUrl: string }> {
    const { address } = this.#location;
    const { eventUrl, ticketUrl } = address ?? (await this.#ensureStarted().catch(offerReset)).address;
    await this.#context.workspaceState.update(wantedKey, true);
    const host = new URL(eventUrl).host;
    await repeatCompletedSteps();
    const message = address
      ? vscode.l10n.t('The local service is running already, at {0}.', host)
      : vscode.l10n.t('The local service is running at {0}.', host);
    void notifyWith('info', message, nextStep.findEvent(), { title: vscode.l10n.t('Stop'), run: () => this.stop() });
    return { eventUrl, ticketUrl };
  }

  /** Starts it again with other manners, so that somebody can rehearse against them; its data stays. */
  async startAs(manners: Manners | undefined): Promise<void> {
    this.#requireOwn();
    await this.#starting;
    const service = this.#service;
    await this.#remember(undefined);
    await service?.stop();
    this.#manners = manners;
    await this.start();
  }

  async #ensureStarted(): Promise<LocalService> {
    this.#starting ??= this.#launch(false).finally(() => (this.#starting = undefined));
    return this.#service ?? this.#starting;
  }

  async #launch(reset: boolean): Promise<LocalService> {
    if (this.#service) return this.#service;
    const { globalState } = this.#context;
    const service = await vscode.window.withProgress({ location: { viewId: 'boxOffice.events' } }, () =>
      LocalService.start({
        program: vscode.Uri.joinPath(this.#context.extensionUri, 'dist', 'service.cjs').fsPath,
        folder: this.#folder,
        lastPort: globalState.get<number>(portKey),
        reset,
        manners: this.#manners,
        onMail: (mail) => void this.#showMail(mail),
        onCrash: (output) => void this.#reportCrash(output),
        log: (line) => this.#log.warn(`local service: ${line}`),
      }),
    );
    this.#log.info(`local service: running at ${service.address.eventUrl} and ${service.address.ticketUrl}`);
    await globalState.update(portKey, Number(new URL(service.address.eventUrl).port));
    await this.#remember(service);
    return service;
  }

  async stop(): Promise<void> {
    this.#requireOwn();
    await this.#context.workspaceState.update(wantedKey, undefined);
    const service = this.#service;
    await this.#remember(undefined);
    await service?.stop();
    if (service) this.#log.info('local service: stopped');
  }

  /** Throws everything in it away and starts with the sample again; a copy is kept for undo. */
  async reset(): Promise<void> {
    this.#requireOwn();
    const reset = vscode.l10n.t('Reset');
    const question = vscode.l10n.t('Reset the local service to its sample data?');
    const detail = vscode.l10n.t(
      'Everything that was written to the local service goes away. A copy is kept, so that you can undo this.',
    );
    if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, reset)) !== reset) return;
    const setAside = await this.#resetOrReplace();
    this.#location.moved(this.#service?.address);
    if (setAside === undefined) {
      const undo = { title: vscode.l10n.t('Undo'), run: () => this.#undoReset() };
      return void notifyWith('info', vscode.l10n.t('The local service has its sample data again.'), undo);
    }
    const message = vscode.l10n.t('The local service has its sample data again. Its damaged data is kept in {0}.', setAside);
    void notifyWith('info', message, nextStep.showEvents());
  }

  /** Gives where damaged data is kept: it can neither be copied nor opened. */
  async #resetOrReplace(): Promise<string | undefined> {
    try {
      return await (await this.#ensureStarted()).reset(this.#folder);
    } catch (error) {
      if (!(error instanceof DamagedDataError)) throw error;
      return (await this.#launch(true)).setAside;
    }
  }

  async #undoReset(): Promise<void> {
    await (await this.#ensureStarted()).restore(this.#folder);
    this.#location.moved(this.#service?.address);
    void notifyWith('info', vscode.l10n.t('The local service has its former data again.'), nextStep.showEvents());
  }

  get #folder(): string {
    return this.#context.globalStorageUri.fsPath;
  }

  async #remember(service: LocalService | undefined): Promise<void> {
    this.#service = service;
    this.#location.moved(service?.address);
    await vscode.commands.executeCommand('setContext', runningKey, service !== undefined);
  }

  #requireOwn(): void {
    if (this.#location.outside)
      throw new UserError(vscode.l10n.t('The local service was started outside of VS Code; stop or reset it there.'));
  }

  async #showMail({ subject, path, file, fileName, request }: ArrivedMail): Promise<void> {
    await this.#keepExport({ path: file, name: fileName, mail: path }, request);
    const openFile = { title: vscode.l10n.t('Open File'), run: () => openExport({ path: file, name: fileName }) };
    const showMail = { title: vscode.l10n.t('Show Mail'), command: 'vscode.open', args: [vscode.Uri.file(path)] };
    const message = vscode.l10n.t('An e-mail has arrived from the local service: {0}.', subject);
    await notifyWith('info', message, openFile, showMail);
  }

  /** It can be opened as long as it is there, whatever becomes of the notification. */
  async #keepExport(
    file: { path: string; name: string; mail: string },
    request: ArrivedMail['request'] | undefined,
  ): Promise<void> {
    // A service of an earlier version does not tell.
    if (!request) return;
    const { eventId, eventTitle: eventLabel, type, format } = request;
    const exports = new RequestedExports(this.#folder, localName);
    await exports.arrived({ eventId, eventLabel, type, format, file }).catch((error: unknown) => this.#log.warn(String(error)));
    this.#changes.announceExport(localName);
  }

  async #reportCrash(output: string): Promise<void> {
    await this.#remember(undefined);
    this.#log.error(`local service: it ended by itself\n${output}`);
    const again = { ...nextStep.startLocalService(), title: vscode.l10n.t('Start Again') };
    await notifyWith('error', vscode.l10n.t('The local service has ended by itself.'), again, nextStep.showLog());
  }

  dispose(): void {
    this.#endOfMails();
    void this.#service?.stop();
  }
}

function offerReset(error: unknown): never {
  if (!(error instanceof DamagedDataError)) throw error;
  throw new UserError(
    vscode.l10n.t('The data of the local service is damaged. A reset keeps it in another file and begins with the sample data.'),
    { title: vscode.l10n.t('Reset Local Service…'), command: 'boxOffice.resetLocalService' },
  );
}
