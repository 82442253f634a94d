// `npm run pictures`: takes the pictures of the README, docs/ and the walkthrough from the real workbench, into media/.
process.argv.splice(2, 0, 'pictures');
await import('./test.mjs');
