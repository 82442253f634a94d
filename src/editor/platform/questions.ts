// Who asks a person something. After a dialog VS Code gives the focus to the frame around a page, not always to the page in it,
// and every key would be lost: the page that has asked takes it back.
import { AsyncLocalStorage } from 'node:async_hooks';

const pages = new AsyncLocalStorage<(() => void) | undefined>();

/** Does what a page wants done; `takeFocus` is called after each question that is asked on the way. */
export function onBehalfOfPage<T>(takeFocus: () => void, work: () => T): T {
  return pages.run(takeFocus, work);
}

/**
 * Asks a person something, perhaps in several steps, whoever wants to know it. An input that another one has closed, such as the palette, gets
 * no answer, and the other one has the focus.
 */
export async function ask<T>(questions: () => Thenable<T>, isAnswer: (answer: T) => boolean = () => true): Promise<T> {
  let answered = true;
  try {
    // A step of this question does not take the focus from the next step.
    const answer = await pages.run(undefined, questions);
    answered = isAnswer(answer);
    return answer;
  } finally {
    if (answered) pages.getStore()?.();
  }
}
