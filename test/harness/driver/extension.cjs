// Takes orders from the tests: settings, commands, and a window as it was when it opened.
const { randomBytes } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const vscode = require('vscode');

const { executeCommand } = vscode.commands;
const orders = {
  /** @param {{ command: string, args?: unknown[] }} order */
  run: async ({ command, args = [] }) => executeCommand(command, ...args),
  /** @param {{ values: Record<string, unknown> }} order null takes a setting back */
  async settings({ values }) {
    for (const [name, value] of Object.entries(values))
      await vscode.workspace.getConfiguration().update(name, value ?? undefined, vscode.ConfigurationTarget.Global);
  },
  async tidy() {
    await executeCommand('workbench.action.closeQuickOpen');
    for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
      await vscode.window.showTextDocument(document, { preview: false });
      await executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    await executeCommand('workbench.action.closeAllEditors');
    await Promise.all([
      executeCommand('workbench.action.closePanel'),
      executeCommand('workbench.action.closeAuxiliaryBar'),
      executeCommand('notifications.clearAll'),
      // There is nothing to close before the view was first shown.
      Promise.resolve(executeCommand('workbench.actions.treeView.boxOffice.events.collapseAll')).catch(() => undefined),
      vscode.env.clipboard.writeText(''),
    ]);
  },
};

/** @param {vscode.ExtensionContext} context */
exports.activate = (context) => {
  const place = process.env.BOX_OFFICE_DRIVER;
  if (!place) return;
  const secret = randomBytes(16).toString('hex');
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    try {
      if (request.headers.authorization !== secret) throw new Error('Nobody may do this but the tests.');
      const { order, ...details } = JSON.parse(text);
      const result = await orders[/** @type {keyof typeof orders} */ (order)](details);
      response.end(JSON.stringify({ result: result ?? null }));
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ problem: String(error) }));
    }
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    writeFileSync(place, JSON.stringify({ port, secret }));
  });
  context.subscriptions.push({ dispose: () => server.close() });
};
