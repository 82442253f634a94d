// Where the local service is; loaded at the start, without the service.
import * as vscode from 'vscode';
import type { ServiceAddress } from './local-service.ts';

/** Set in a window whose service shall run. */
export const wantedKey = 'localService.wanted';

export interface OutsideAddress extends ServiceAddress {
  /** Where it leaves its mails. */
  readonly outbox?: string | undefined;
}

/** Where the service is, while it runs. */
export class ServiceLocation implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  #own: ServiceAddress | undefined;
  /** The one that somebody else started, and whose end and data are theirs. */
  readonly outside = addressFromOutside();
  /** It was started, has ended, or has other data now. */
  readonly onDidChange = this.#changed.event;

  get address(): ServiceAddress | undefined {
    return this.#own ?? this.outside;
  }

  moved(own: ServiceAddress | undefined): void {
    this.#own = own;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Whoever starts VS Code together with a service passes its address; only one on this machine is accepted. */
function addressFromOutside(): OutsideAddress | undefined {
  try {
    const { eventUrl, ticketUrl, token, outbox } = JSON.parse(process.env.BOX_OFFICE_LOCAL_SERVICE ?? '') as OutsideAddress;
    const isHere = [eventUrl, ticketUrl].every((url) => new URL(url).hostname === '127.0.0.1');
    return isHere && typeof token === 'string' ? { eventUrl, ticketUrl, token, outbox } : undefined;
  } catch {
    return undefined;
  }
}
