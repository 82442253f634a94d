import '../../page/editor/register.ts';

const { describeMatrix } = await import('../../dialects/describe.ts');
const { leaveNode, sitInNode } = await import('../../dialects/in-node.ts');
const { dialectGroups } = await import('../../dialects/dialects.ts');

describe('services that differ in their lists', () => describeMatrix(dialectGroups.lists, sitInNode, leaveNode, true));
