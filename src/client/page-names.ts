// What services call the query parameters that choose a page.
export const sizeNames = ['pageSize', 'per_page', 'limit', 'size', 'page_size', 'perPage'];
export const pageNames = ['page', 'pageNumber', 'page_number', 'pageIndex'];
export const offsetNames = ['offset', 'skip', 'start'];

/** So many rows may be all that a service gives at once. */
export const usualLimits: ReadonlySet<number> = new Set([20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000]);

/** So many may be all that a page has, where another page is refused. */
export const pageLimits: ReadonlySet<number> = new Set([
  ...usualLimits,
  10,
  15,
  30,
  40,
  60,
  75,
  80,
  120,
  150,
  300,
  400,
  750,
  1500,
  3000,
]);

export function isSizeName(name: string): boolean {
  return sizeNames.includes(name);
}

export function isPageName(name: string): boolean {
  return pageNames.includes(name) || offsetNames.includes(name);
}
