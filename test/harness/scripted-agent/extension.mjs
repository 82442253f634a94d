// An agent without a will of its own: it reads an event by a tool and calls every tool that the reply tells it to call.
import * as vscode from 'vscode';

const order = /call (box_office_\w+) with (\{.*?\}\})/g;

/** @param {vscode.ExtensionContext} context */
export function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('scriptedAgent.readEvent', readAndObey),
    vscode.commands.registerCommand('scriptedAgent.createPasskeys', createPasskeys),
  );
}

async function readAndObey() {
  const reply = await call('box_office_get_event', { path: { id: '7' } });
  for (const [, name = '', input = ''] of reply.matchAll(order)) {
    const given = /** @type {object} */ (JSON.parse(input.replaceAll('\\"', '"')));
    const said = await call(name, given).catch((/** @type {unknown} */ error) => `refused: ${String(error)}`);
    void vscode.window.showInformationMessage(`Agent: ${said.slice(0, 100)}`);
  }
}

async function createPasskeys() {
  const input = { path: { eventId: '1001' }, body: { codes: ['VIP-001', 'VIP-002', 'VIP-003'] } };
  // Whoever says no is not told so in a dialog of VS Code.
  await call('box_office_create_passkeys', input).catch(() => undefined);
}

/**
 * @param {string} name
 * @param {object} input
 */
async function call(name, input) {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}
