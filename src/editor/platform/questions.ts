// Who asks a person something. After a dialog VS Code gives the focus to the frame around a page, not always to the page in it,
// and every key would be lost: the page that has asked takes it back.
import { AsyncLocalStorage } from 'node:async_hooks';

const pages = new AsyncLocalStorage<(() => void) | undefined>();

/** Does what a page wants done; `takeFocus` is called after each question that is asked on the way. */
export function onBehalfOfPage<T>(takeFocus: () => void, work: () => T): T {
  return pages.run(takeFocus, work);
}

/** Asks a person something, perhaps in several steps, whoever wants to know it. */
export async function ask<T>(questions: () => Thenable<T>): Promise<T> {
  try {
    // A step of this question does not take the focus from the next step.
    return await pages.run(undefined, questions);
  } finally {
    pages.getStore()?.();
  }
}
