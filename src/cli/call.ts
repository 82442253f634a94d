// `box-office call`: one operation of the table, with everything that it takes as options.
import { pathNames } from '../client/addresses.ts';
import { operations, stringifyJson, titleOf, type CallInput, type Operation, type OperationId } from '../client/index.ts';
import { nearest } from './arguments.ts';
import { allOperationsHelp, operationHelp } from './call-help.ts';
import { readCallInput, type CallArguments } from './call-input.ts';
import { exitCodes, RefusedError, UsageError, type Command, type Given, type Io, type Option } from './command.ts';
import { connect, connectHelp, connectOptions, type Connection } from './connect.ts';
import { dryRun, requestText } from './dry-run.ts';

const options: readonly Option[] = [
  { name: 'path.', value: 'VALUE', about: 'A part of the address, such as --path.id 7.' },
  { name: 'query.', value: 'VALUE', about: 'A query parameter, such as --query.page 2; again for a list.', isMany: true },
  { name: 'query', value: 'JSON', about: 'Other query parameters: @file, - for standard input, or JSON.' },
  { name: 'body.', value: 'VALUE', about: 'A field of the body, such as --body.name Balcony; again for a list.', isMany: true },
  { name: 'body', value: 'JSON', about: 'The body: @file, - for standard input, or JSON.' },
  { name: 'file', value: 'FILE', about: 'The file to upload.' },
  { name: 'yes', about: 'Do it, though it removes something.' },
  { name: 'dry-run', about: 'Print the request and send nothing.' },
  ...connectOptions,
];

export const callCommand: Command = {
  name: 'call',
  usage: '<operation> [options]',
  about: 'Call one operation of the service and print its reply as JSON.',
  options,
  get more() {
    return [
      connectHelp,
      allOperationsHelp(),
      'Examples\n' +
        '  box-office call listPasskeys --query.eventId 7\n' +
        '  box-office call updateValues --path.id 12 --body.price 9900 --dry-run\n' +
        '  box-office call uploadCodes --path.eventId 7 --file codes.csv\n' +
        '  box-office call deletePasskey --path.id 3 --yes\n' +
        '  box-office call listItems --help',
    ].join('\n\n');
  },
  helpFor([name]) {
    const operation = name === undefined ? undefined : operationNamed(name);
    return operation && operationHelp(operation);
  },
  async run(given, io) {
    const operation = requireOperation(given.positionals);
    const isDry = given.has('dry-run');
    const dry = isDry ? dryRun() : undefined;
    const connection = await connect(given, io, { groups: [operation.group], ...(dry && { dryFetch: dry.fetch }) });
    const input = await readCallInput(operation, given, io, connection.dialect);
    requireRemovalKnown(operation, input, connection);
    if (!isDry) requireYes(operation, input, given, connection);
    let isAnswered = isDry;
    const onStatus = () => (isAnswered = true);
    const reply = await connection.client.call(operation, input as CallInput<OperationId>, { signal: io.signal, onStatus });
    const request = dry?.request();
    if (request) io.out(given.isJson ? stringifyJson(request) : requestText(request));
    else printReply(operation, reply, given, io);
    if (!isAnswered) io.err('The answer was lost. It was asked again, and is not there any more.');
    return exitCodes.done;
  },
};

function printReply(operation: Operation, reply: unknown, { isJson }: Given, io: Io): void {
  if (reply !== undefined) io.out(stringifyJson(reply, isJson ? undefined : 2));
  else if (isJson) io.out('null');
  else io.err(`The service answered "${titleOf(operation)}" without a body.`);
}

function operationNamed(name: string): Operation | undefined {
  return Object.hasOwn(operations, name) ? operations[name as OperationId] : undefined;
}

function requireOperation([name, ...others]: readonly string[]): Operation {
  if (name === undefined) throw new UsageError('Name the operation, such as box-office call listItems.');
  const operation = operationNamed(name);
  if (!operation) {
    const near = nearest(name, Object.keys(operations));
    throw new UsageError(`There is no operation ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`);
  }
  const [other] = others;
  if (other !== undefined) throw new UsageError(`${other} belongs to no option; an id is given as --path.id ${other}.`);
  return operation;
}

/** The document does not show what removes an item: nothing is sent on a guess. */
function requireRemovalKnown({ id, removal }: Operation, { body }: CallArguments, { dialect }: Connection): void {
  if (removal && body === undefined && dialect.removal === undefined)
    throw new RefusedError(
      `${id}: the interface does not show what removes an item. Say it as "removal" in the dialect, or give it as --body. Nothing was sent.`,
      { operation: id },
    );
}

function requireYes(operation: Operation, input: CallArguments, given: Given, connection: Connection): void {
  const isWhole = pathNames(operation.path).every((name) => Object.hasOwn(input.path, name));
  // What lacks an id removes nothing: the client refuses it, and says which.
  if (operation.effect !== 'destroy' || given.has('yes') || !isWhole) return;
  const { host } = new URL(operation.group === 'event' ? connection.eventUrl : connection.ticketUrl);
  const removes = removedText(operation, input);
  throw new RefusedError(`${operation.id} removes ${removes} at ${host}. Add --yes to do it. Nothing was sent.`, {
    operation: operation.id,
    removes,
  });
}

function removedText({ removes }: Operation, { path, query }: CallArguments): string {
  const { id, eventId, itemId, codeId } = path;
  switch (removes) {
    case 'codesOfEvent':
      // Whether a service understands a query of a removal is not known: it may remove all of them all the same.
      return Object.keys(query).length === 0
        ? `every code of event ${String(eventId)}`
        : `codes of event ${String(eventId)}, every one of them if the service does not understand the query`;
    case 'code':
      return `code ${String(codeId)} of item ${String(itemId)}`;
    case 'passkey':
    case 'item':
      return `${removes} ${String(id)}`;
    default:
      return 'something';
  }
}
