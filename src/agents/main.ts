// The tools that read, as a program of their own. The variables of the process say where and who.
import { serveTools } from './serve.ts';

void serveTools(process.env).then((problem) => {
  if (problem === undefined) return;
  console.error(problem);
  process.exitCode = 1;
});
