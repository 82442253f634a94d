// Gives other programs the tools that read: a copy of their server where updates leave it, and what to paste into the program's settings.
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { configurationFor, configurationStyles, type ConfigurationStyle } from '../../agents/configuration.ts';
import { copyProgram, launchOf } from '../../agents/launch.ts';
import { requireConnection, type Connections } from '../account/index.ts';
import { notify } from '../platform/notify.ts';
import { ask } from '../platform/questions.ts';
import { missingPart } from '../platform/user-error.ts';
import { copiedKey } from './index.ts';

const { l10n } = vscode;

type Context = Pick<vscode.ExtensionContext, 'extension' | 'extensionUri' | 'globalState' | 'globalStorageUri'>;

/** For the program that is named, or chosen. */
export async function copyMcpConfiguration(context: Context, connections: Connections, given: unknown): Promise<void> {
  const { environment } = requireConnection(connections);
  const style = configurationStyles.find((each) => each === given) ?? (await chooseStyle());
  const launch = await launchOf(await copyServer(context));
  const { text, variables } = configurationFor(environment, launch, style);
  await vscode.env.clipboard.writeText(text);
  void notify.info(messageFor(environment.label, style, variables));
}

/** The folder of the extension has another name after each update, and the old one goes. */
export async function copyServer({ extension, extensionUri, globalState, globalStorageUri }: Context): Promise<string> {
  const { fsPath } = vscode.Uri.joinPath(globalStorageUri, 'mcp.cjs');
  const program = vscode.Uri.joinPath(extensionUri, 'dist', 'mcp.cjs').fsPath;
  if (!existsSync(program)) throw missingPart(program);
  await copyProgram(program, fsPath);
  await globalState.update(copiedKey, (extension.packageJSON as { readonly version: string }).version);
  return fsPath;
}

async function chooseStyle(): Promise<ConfigurationStyle> {
  const choices: readonly (vscode.QuickPickItem & { readonly style: ConfigurationStyle })[] = [
    {
      label: l10n.t('Claude Code, Gemini CLI and others'),
      detail: l10n.t('Secrets are written as {0}: the value of a variable', '${NAME}'),
      style: 'plain',
    },
    {
      label: l10n.t('Cursor and others'),
      detail: l10n.t('Secrets are written as {0}: the value of a variable', '${env:NAME}'),
      style: 'prefixed',
    },
    { label: l10n.t('VS Code (mcp.json)'), detail: l10n.t('VS Code asks for secrets and keeps them'), style: 'asked' },
  ];
  const title = l10n.t('Copy the configuration for which program?');
  const chosen = await ask(() => vscode.window.showQuickPick(choices, { title, matchOnDetail: true, ignoreFocusOut: true }));
  if (!chosen) throw new vscode.CancellationError();
  return chosen.style;
}

function messageFor(label: string, style: ConfigurationStyle, variables: readonly string[]): string {
  if (variables.length === 0 || style === 'asked')
    return l10n.t('The configuration for {0} was copied. Paste it where the program keeps its MCP servers.', label);
  return l10n.t(
    'The configuration for {0} was copied. Paste it where the program keeps its MCP servers, and set {1} where it is started: no secret was copied.',
    label,
    variables.join(', '),
  );
}
