import '../../page/editor/register.ts';

const { describeMatrix } = await import('../../dialects/describe.ts');
const { leaveNode, sitInNode } = await import('../../dialects/in-node.ts');
const { literalNames } = await import('../../dialects/dialects.ts');

describe('services that do what the document says', () =>
  describeMatrix({ names: literalNames, sit: sitInNode, stop: leaveNode }));
