import * as vscode from 'vscode';
import { eventAbove, type Node } from './nodes.ts';
import { notify } from '../platform/notify.ts';

const uriList = 'text/uri-list';

/** A CSV file that is dropped on an event, or on anything below one, is uploaded to it; the upload asks for the rest. */
export class CodesDrop implements vscode.TreeDragAndDropController<Node> {
  readonly dropMimeTypes = [uriList];
  readonly dragMimeTypes: string[] = [];

  async handleDrop(target: Node | undefined, dropped: vscode.DataTransfer): Promise<void> {
    const files = urisIn((await dropped.get(uriList)?.asString()) ?? '').filter(({ path }) => /\.csv$/i.test(path));
    const event = eventAbove(target);
    const [first] = files;
    if (first && event) await vscode.commands.executeCommand('boxOffice.uploadCodes', first, files, event);
    else void notify.warning(vscode.l10n.t('Drop a CSV file on an event to upload its codes.'));
  }
}

/** Comments begin with a number sign. */
function urisIn(text: string): vscode.Uri[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.map((line) => vscode.Uri.parse(line, true));
}
