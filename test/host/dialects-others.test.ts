import { describeMatrix } from '../dialects/describe.ts';
import { Desk } from '../dialects/desk.ts';
import { hostDialects } from '../dialects/dialects.ts';
import { eventsTree } from './tree.ts';

const half = Math.ceil(hostDialects.length / 2);

describe('services that fit the document, in VS Code itself, the others', () => {
  const sit = async () => {
    const { provider } = await eventsTree();
    return new Desk(() => provider);
  };
  describeMatrix(hostDialects.slice(half), sit, () => Promise.resolve());
});
