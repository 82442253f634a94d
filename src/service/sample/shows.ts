// The forty shows of the sample.
import { categories, type Category, type Listed, type Show } from './show.ts';
import { concerts, festivals, theatre } from './shows-arts.ts';
import { courses, parties, sports } from './shows-leisure.ts';

const listed: Record<Category, readonly Listed[]> = { festivals, theatre, concerts, sports, courses, parties };

/** In turn from every category, so that any stretch of the list has some of each. */
export const shows: readonly Show[] = Array.from({ length: 9 }, (_, turn) =>
  categories.flatMap((category) => (listed[category][turn] ? [{ ...listed[category][turn], category }] : [])),
).flat();
