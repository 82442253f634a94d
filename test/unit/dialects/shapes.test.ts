import '../../page/editor/register.ts';

const { describeMatrix } = await import('../../dialects/describe.ts');
const { leaveNode, sitInNode } = await import('../../dialects/in-node.ts');
const { dialectGroups } = await import('../../dialects/dialects.ts');

describe('services that differ in their shapes', () => describeMatrix(dialectGroups.shapes, sitInNode, leaveNode, true));
