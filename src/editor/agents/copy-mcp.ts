// What another program needs to have the tools that read: where the server is, and which service it asks. The token is not ours to write down.
import * as vscode from 'vscode';
import { requireConnection, type Connections } from '../account/index.ts';
import { notify } from '../platform/notify.ts';

export async function copyMcpConfiguration({ extensionUri }: vscode.ExtensionContext, connections: Connections): Promise<void> {
  const { environment } = requireConnection(connections);
  const { eventUrl, ticketUrl } = environment;
  const server = {
    command: 'node',
    args: [vscode.Uri.joinPath(extensionUri, 'dist', 'mcp.cjs').fsPath],
    env: {
      BOX_OFFICE_EVENT_URL: eventUrl,
      BOX_OFFICE_TICKET_URL: ticketUrl,
      BOX_OFFICE_TOKEN: vscode.l10n.t('(your token)'),
    },
  };
  await vscode.env.clipboard.writeText(`${JSON.stringify({ mcpServers: { 'box-office': server } }, undefined, 2)}\n`);
  void notify.info(
    vscode.l10n.t(
      'The configuration for {0} was copied. Paste it where your other program keeps its MCP servers, and put a token in.',
      environment.label,
    ),
  );
}
