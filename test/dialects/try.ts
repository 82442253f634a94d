import '../page/editor/register.ts';
import { FakeEditor, setEditor } from '../page/editor/fake-editor.ts';
const { activate } = await import('../../src/extension.ts');
const { Desk } = await import('./desk.ts');
const { Workplace } = await import('./matrix.ts');
const { dialectNames } = await import('./services.ts');
const { jobNames } = await import('./jobs.ts');
const fake = await FakeEditor.start({});
setEditor(fake);
activate(fake.newContext() as never, { fileQuiet: 30, uploadReads: [0, 40, 400], runReads: [0, 40, 400], runLook: 50 });
const desk = new Desk(() => fake.trees.get('boxOffice.events'));
const amounts = await Workplace.amounts(desk);
console.log(amounts);
const [names = '', only = ''] = process.argv.slice(2);
for (const dialect of dialectNames.filter((name) => names === '' || names.split(',').includes(name))) {
  const place = await Workplace.open(desk, dialect);
  if (desk.said.length > 0) console.log(desk.said.join('\n'));
  for (const job of jobNames.filter((name) => name.includes(only))) {
    const start = performance.now();
    const verdict = await place.do(job, amounts).catch((error: unknown) => `WRONG ${(error as Error).message.slice(0, 1500)} ${((error as Error).cause as Error)?.stack?.split('\n').filter(l=>l.includes('jobs.ts')).slice(0,3).join()}`);
    console.log(dialect.padEnd(12), job.padEnd(28), verdict, Math.round(performance.now() - start));
  }
  await place.close();
}
desk.leave();
await fake.stop();
process.exit(0);
