/** What users need, and nothing else: a new kind of file is added here on purpose or not shipped. */
const allowed = [
  /^package\.json$/,
  /^package\.nls(\.[a-z-]+)?\.json$/,
  /^(README|CHANGELOG)\.md$/i,
  /^LICENSE(\.txt)?$/i,
  /^THIRD-PARTY-NOTICES\.txt$/,
  /^l10n\/bundle\.l10n(\.[a-z-]+)?\.json$/,
  /^media\/[\w-]+\.(svg|png|css)$/,
  /^media\/walkthrough\/\w+\.svg$/,
  /^media\/skills\/[\w-]+\/SKILL\.md$/,
  /^schemas\/[\w-]+\.json$/,
  /^dist\/(extension|editor|service|codes-worker|mcp)\.cjs$/,
  /^dist\/pages\.js$/,
];

/** @param {string[]} files */
export function unexpectedFiles(files) {
  return files.filter((name) => !allowed.some((pattern) => pattern.test(name)));
}

/**
 * What the manifest names, and the package does not have: VS Code would show an empty place for it, or nothing at all.
 * @param {unknown} manifest
 * @param {string[]} files
 * @returns {string[]}
 */
export function missingFiles(manifest, files) {
  if (typeof manifest === 'string')
    return /^(?:\.\/)?(?:media|schemas|dist)\/[^*?{]+\.\w+$/.test(manifest) && !files.includes(manifest.replace(/^\.\//, ''))
      ? [manifest]
      : [];
  if (typeof manifest !== 'object' || manifest === null) return [];
  return [...new Set(Object.values(manifest).flatMap((part) => missingFiles(part, files)))];
}

/**
 * What the README shows or links to, and the package does not have.
 * @param {string} readme
 * @param {string[]} files
 */
export function missingTargets(readme, files) {
  const known = new Set(files.map((name) => name.toLowerCase()));
  const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.replace(/#.*$/, ''));
  const own = targets.filter((target) => target !== '' && !/^[a-z]+:/i.test(target));
  // vsce gives the licence an ending.
  const isKnown = (/** @type {string} */ target) => known.has(target.toLowerCase()) || known.has(`${target.toLowerCase()}.txt`);
  return [...new Set(own.filter((target) => !isKnown(target)))];
}

/**
 * The README as it is packaged. The details page of an extension shows no picture with a relative address, so the pictures stay in the repository,
 * and so does what only those need who work on it: links to files that are not in the package lead there.
 * @param {string} readme
 * @param {string} repository
 * @param {string[]} files of the package
 */
export function withAddressesOf(readme, repository, files) {
  const base = repository.replace(/\.git$/, '');
  const absent = new Set(missingTargets(readme, files));
  return readme
    .replace(/(!\[[^\]]*\]\()(?![a-z]+:)/gi, `$1${base}/raw/HEAD/`)
    .replace(/(?<!!\[[^\]]*)\]\(([^)\s#]+)/g, (link, target) => (absent.has(target) ? `](${base}/blob/HEAD/${target}` : link));
}

/** What the script of all pages may weigh, minified: it is read anew each time that a form opens. */
const pagesBudget = 300_000;

/**
 * Whether the pages are too heavy to open at once.
 * @param {number} size of their script, in bytes
 */
export function heavyPages(size) {
  return size < pagesBudget ? [] : [`The pages have ${size} bytes; they have under ${pagesBudget}.`];
}

/** @type {[string, RegExp][]} */
const secretKinds = [
  ['a JSON Web Token', /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\./],
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['an access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a registry token', /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=/],
  ['a personal access token', /\bgh[pousr]_[A-Za-z0-9]{36}\b/],
  ['a source map', /[#@] sourceMappingURL=/],
];

/**
 * The kinds of secret that a text holds.
 * @param {string} text
 */
export function findSecrets(text) {
  return secretKinds.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
}

/**
 * The lines of a .vscodeignore that let files in (`!media/*.svg`), as folders and what matches there.
 * @param {string} ignoreFile
 */
export function includedBy(ignoreFile) {
  return ignoreFile
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => {
      const parts = line.slice(1).trim().split('/');
      const name = parts.pop() ?? '';
      const source = name
        .split('*')
        .map((text) => text.replace(/\./g, '\\.'))
        .join('.*');
      return { folder: parts.join('/'), matches: new RegExp(`^${source}$`) };
    });
}
