import '../../page/editor/register.ts';

const { describeMatrix } = await import('../../dialects/describe.ts');
const { leaveNode, sitInNode } = await import('../../dialects/in-node.ts');
const { compositeNames } = await import('../../dialects/dialects.ts');

describe('services that differ in many ways at once, half 2 of 2', () =>
  describeMatrix({ names: compositeNames.slice(4), inTrouble: ['mixedG'], sit: sitInNode, stop: leaveNode }));
