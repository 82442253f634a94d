import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
const { ensureTestBrowser } = await import('/tmp/pageedit/scripts/setup.mjs');
const src = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const html = readFileSync('/tmp/openEvent.html', 'utf8');
const browser = await chromium.launch({ executablePath: await ensureTestBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
const context = await browser.newContext();
await context.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: html }));
const page = await context.newPage();
const cdp = await context.newCDPSession(page);
let n = 0;
const ways = {
  evaluate: () => page.evaluate(`${src};0`),
  cdp: () => cdp.send('Runtime.evaluate', { expression: `${src};0`, silent: true }),
  none: () => page.evaluate('0'),
};
for (let round = 0; round < 2; round++)
for (const [name, way] of Object.entries(ways)) {
  let wall = 0;
  for (let i = 0; i < 8; i++) { await page.goto(`https://page.invalid/${++n}`); const s = performance.now(); await way(); wall += performance.now() - s; if (name !== 'none') { const ok = await page.evaluate('typeof axe'); if (ok !== 'object') console.log('no', ok); } }
  console.log(name, (wall / 8).toFixed(0), 'ms');
}
await browser.close(); process.exit(0);
