import '../../page/editor/register.ts';

const { describeMatrix } = await import('../../dialects/describe.ts');
const { leaveNode, sitInNode } = await import('../../dialects/in-node.ts');

describe('services that differ in nothing, and in everything', () =>
  describeMatrix({ names: ['described', 'plain', 'stranger', 'strangerDescribed'], sit: sitInNode, stop: leaveNode }));
