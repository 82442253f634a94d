import { chromium, type Browser } from 'playwright-core';
import { ensureTestBrowser } from '../../scripts/setup.mjs';

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const offline = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
/** A page that was left is gone, as in VS Code. */
const forgetful = ['--disable-features=BackForwardCache'];

let shared: Promise<Browser> | undefined;

/** One Chromium for the whole process; each workbench gets a context of its own in it. */
export function browser(): Promise<Browser> {
  shared ??= ensureTestBrowser().then((executablePath) =>
    chromium.launch({ executablePath, args: [...quiet, ...offline, ...forgetful] }),
  );
  return shared;
}

export async function closeBrowser(): Promise<void> {
  const open = await shared;
  shared = undefined;
  await open?.close();
}
