import '../../page/editor/register.ts';

const { describeMatrix } = await import('../../dialects/describe.ts');
const { leaveNode, sitInNode } = await import('../../dialects/in-node.ts');
const { dialectNames, localNames, partOf } = await import('../../dialects/dialects.ts');

describe('services that differ in one way each, part 3 of 3', () =>
  describeMatrix({ names: partOf(dialectNames, 3, 3), inTrouble: partOf(localNames, 3, 3), sit: sitInNode, stop: leaveNode }));
