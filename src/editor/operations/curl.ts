// A call as a command line for POSIX shells. No credential is in it: the shell takes them from variables.
import { checkInput, operations, stringifyJson, type Operation } from '../../client/index.ts';
import { baseOf, buildAddress } from '../../client/addresses.ts';
import { toQueryText } from '../../client/inputs.ts';
import type { AuthSchemeChoice } from '../account/environments.ts';
import type { AnyInput } from '../account/connection.ts';
import type { CheckContext } from '../ask/input-fields.ts';

interface CurlTarget {
  readonly baseUrl: string;
  readonly auth: AuthSchemeChoice;
}

export const tokenVariable = 'BOX_OFFICE_TOKEN';

/** The command, or why the call could not be made. */
export function curlCommand(
  id: keyof typeof operations,
  input: AnyInput & { readonly filePath?: string | undefined },
  target: CurlTarget,
  context: CheckContext,
): { readonly command: string; readonly problem?: undefined } | { readonly problem: string } {
  const operation: Operation = operations[id];
  const timeZone = context.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { problems, segments, query, body } = checkInput(operation, input, { ...context, timeZone });
  const problem = problems.find(({ field }) => field !== 'file');
  if (problem) return { problem: `${problem.field} ${problem.message}` };
  const address = buildAddress(baseOf(new URL(target.baseUrl)), operation.path, segments, toQueryText(query));
  const parts = [
    'curl --globoff',
    ...(operation.method === 'GET' ? [] : [`--request ${operation.method}`]),
    quote(address),
    ...credentialParts(target.auth),
    `--header ${quote(operation.file ? 'Accept: */*' : 'Accept: application/json')}`,
    ...(body === undefined
      ? []
      : [`--header ${quote('Content-Type: application/json')}`, `--data-raw ${quote(stringifyJson(body))}`]),
    ...(operation.file ? [`--form ${quote(fileField(input.filePath ?? 'codes.csv'))}`] : []),
  ];
  return { command: parts.join(' \\\n  ') };
}

/** Nothing inside single quotes means anything to a shell; a single quote itself is set outside of them. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function credentialParts(auth: AuthSchemeChoice): string[] {
  switch (auth.scheme) {
    case 'nothing':
      return [];
    case 'bearer':
      return [`--header "Authorization: Bearer $${tokenVariable}"`];
    case 'query':
      // curl encodes the value; the name is encoded here, and both are closed off from the shell.
      return auth.names.map((name) => `--url-query ${quote(`${encodeURIComponent(name)}=`)}"$${variableFor(name)}"`);
  }
}

/** BOX_OFFICE_APIKEY for `apikey`. */
export function variableFor(name: string): string {
  return `BOX_OFFICE_${name.toUpperCase().replace(/[^A-Z\d]+/g, '_')}`;
}

/** In curl's own quotes, so that a comma or a semicolon belongs to the file's name. */
function fileField(path: string): string {
  return `file=@"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}";type=text/csv`;
}
