import * as vscode from 'vscode';
import type { TokenHint } from '../../client/index.ts';
import type { Accounts } from './accounts.ts';
import { environmentLine } from './confirm.ts';
import type { Connections } from './connections.ts';
import { localName } from './environments.ts';

/** One item: which environment is chosen, who is signed in, and until when if the token says so. A click switches. */
export function showInStatusBar(connections: Connections, accounts: Accounts): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('boxOffice.environment', vscode.StatusBarAlignment.Left, 10);
  item.name = vscode.l10n.t('Box Office Environment');
  item.command = 'boxOffice.switchEnvironment';
  const update = () => void draw(item, connections, accounts);
  update();
  item.show();
  const following = [
    connections.onDidChange(update),
    accounts.onDidChange(update),
    accounts.onDidRenewToken(update),
    accounts.onDidRefuse(update),
  ];
  return vscode.Disposable.from(item, ...following);
}

async function draw(item: vscode.StatusBarItem, connections: Connections, accounts: Accounts): Promise<void> {
  const { chosenName, chosenLabel: label, current } = connections;
  const isProtected = current?.environment.protected === true;
  const text = `${isProtected ? '$(shield)' : '$(tag)'} ${label}`;
  item.text = text;
  item.backgroundColor = isProtected ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  item.tooltip = vscode.l10n.t('Box Office: {0}. Click to switch.', label);
  item.accessibilityInformation = { label: item.tooltip };
  if (!current) return;
  const [hint, access] = await Promise.all([accounts.hintFor(current.environment), current.access()]);
  // Somebody may have switched while the keyring was asked.
  if (connections.chosenName !== chosenName) return;
  const isOut = !hint && access !== 'all';
  const isRefused = !isOut && accounts.isRefused(current.environment);
  const who = isOut
    ? vscode.l10n.t('signed out')
    : isRefused
      ? vscode.l10n.t('sign-in refused')
      : current.environment.name === localName
        ? undefined
        : hint?.name;
  item.text = who === undefined ? text : `${text} · ${who}`;
  item.tooltip = [
    environmentLine(current.environment),
    current.environment.ticketUrl,
    isOut
      ? vscode.l10n.t('Not signed in.')
      : isRefused
        ? vscode.l10n.t('The service refused the sign-in.')
        : hint
          ? until(hint)
          : '',
    vscode.l10n.t('Click to switch.'),
  ]
    .filter(Boolean)
    .join('\n');
  item.accessibilityInformation = { label: `Box Office: ${item.tooltip.replaceAll('\n', ', ')}` };
}

function until({ name, expires }: TokenHint): string {
  const who = name ?? vscode.l10n.t('somebody');
  if (expires === undefined) return vscode.l10n.t('Signed in as {0}.', who);
  const when = new Date(expires).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
  return vscode.l10n.t('Signed in as {0} until {1}.', who, when);
}
