import { commands, l10n, window, type ExtensionContext } from 'vscode';
import { setTranslator } from './client/l10n.ts';
import { missingPartText } from './client/missing-part.ts';
import { registerTools } from './editor/agents/index.ts';
import { DocumentEvents, registerDocumentProviders } from './editor/documents/providers.ts';
import { once } from './editor/platform/once.ts';
import type { Pauses } from './editor/platform/settings.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly languageModelTools: readonly { readonly name: string }[];
  };
}

/**
 * Registers what VS Code calls; the editor behind it is loaded right after the start, or with the first call. VS Code passes nothing but the
 * context. What the start loads imports names from `vscode`: for a namespace esbuild would copy all of it, which takes time.
 */
export function activate(context: ExtensionContext, pauses?: Partial<Pauses>): void {
  const { contributes } = context.extension.packageJSON as Manifest;
  const events = new DocumentEvents();
  setTranslator(l10n.t);
  const services = once(async () => {
    const { start } = await import('./editor/index.ts').catch(refuse);
    return start(context, events, pauses);
  });
  const command = (id: string) =>
    commands.registerCommand(id, async (...args: unknown[]) => (await services().catch(offerReload))?.commands.run(id, args));
  context.subscriptions.push(
    events,
    ...contributes.commands.map((each) => command(each.command)),
    window.registerUriHandler({ handleUri: async (uri) => void (await services().catch(offerReload))?.openLink(uri) }),
    registerDocumentProviders(async () => (await services()).documents, events),
    registerTools(
      contributes.languageModelTools.map(({ name }) => name),
      async () => (await services()).tools,
    ),
  );
  setTimeout(() => void services().catch(offerReload));
}

class MissingPart extends Error {}

function refuse(error: unknown): never {
  const isGone = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
  throw isGone ? new MissingPart(missingPartText(), { cause: error }) : error;
}

/** Says what the wrapper around commands would say, which is not there either. */
async function offerReload(error: unknown): Promise<undefined> {
  if (!(error instanceof MissingPart)) throw error;
  const reload = l10n.t('Reload Window');
  const answer = await window.showErrorMessage(error.message, reload);
  if (answer === reload) await commands.executeCommand('workbench.action.reloadWindow');
}
