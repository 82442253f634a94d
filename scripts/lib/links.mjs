// Where the links of pages lead: to files of the project and headings of other pages.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Links to files or headings that are not there. Addresses of other sites are not looked at.
 * @param {Readonly<Record<string, string>>} pages Markdown by path, with `/`
 * @param {string} folder that the paths are below
 * @returns {{ page: string, target: string }[]}
 */
export function brokenLinks(pages, folder) {
  return Object.entries(pages).flatMap(([page, text]) =>
    linksIn(text)
      .filter((target) => !leadsSomewhere(page, target))
      .map((target) => ({ page, target })),
  );

  /** @type {(page: string, target: string) => boolean} */
  function leadsSomewhere(page, target) {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : posix.join(posix.dirname(page), decodeURI(path));
    if (file.startsWith('../') || !existsSync(join(folder, file))) return false;
    return anchor === undefined || anchorsIn(pages[file] ?? '').has(anchor);
  }
}

/** @param {string} text */
function linksIn(text) {
  const targets = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return [...new Set(targets.filter((target) => !/^[a-z]+:/i.test(target)))];
}

/**
 * The names that GitHub and VS Code give headings.
 * @param {string} text
 */
function anchorsIn(text) {
  const names = [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(names);
}

/** @param {string} text */
function withoutCode(text) {
  return text.replace(/^ *```[^]*?^ *```/gm, '');
}
