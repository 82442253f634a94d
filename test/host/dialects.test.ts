import { describeMatrix } from '../dialects/describe.ts';
import { Desk } from '../dialects/desk.ts';
import { hostDialects } from '../dialects/dialects.ts';
import { eventsTree } from './tree.ts';

describe('services that fit the document, in VS Code itself', () => {
  const sit = async () => {
    const { provider } = await eventsTree();
    return new Desk(() => provider);
  };
  describeMatrix({ names: hostDialects, sit });
});
