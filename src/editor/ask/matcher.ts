// What is typed to find something.
import { foldText } from '../../shared/text.ts';

/** A test for texts in which every word occurs. */
export function matcher(text: string): (candidate: string) => boolean {
  const wanted = foldText(text).split(/\s+/).filter(Boolean);
  return (candidate) => {
    const folded = foldText(candidate);
    return wanted.every((word) => folded.includes(word));
  };
}
