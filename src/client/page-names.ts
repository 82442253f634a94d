// What services call the query parameters that choose a page.
export const sizeNames = ['pageSize', 'per_page', 'limit', 'size', 'page_size', 'perPage'];
export const pageNames = ['page', 'pageNumber', 'page_number', 'pageIndex'];
export const offsetNames = ['offset', 'skip', 'start'];

export function isSizeName(name: string): boolean {
  return sizeNames.includes(name);
}

export function isPageName(name: string): boolean {
  return pageNames.includes(name) || offsetNames.includes(name);
}
