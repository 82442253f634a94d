// A call as a command line for POSIX shells. No credential is in it: the shell takes them from variables.
import { checkInput, operations, stringifyJson, type Operation } from '../../client/index.ts';
import { baseOf, buildAddress } from '../../client/addresses.ts';
import { toQueryText } from '../../client/inputs.ts';
import type { CredentialPart } from '../../client/credential-forms.ts';
import type { AnyInput } from '../account/connection.ts';
import type { CheckContext } from '../ask/input-fields.ts';

interface CurlTarget {
  readonly baseUrl: string;
  readonly credential: readonly CredentialPart[];
}

const tokenVariable = 'BOX_OFFICE_TOKEN';

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
    ...target.credential.map(credentialArgument),
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

/** curl encodes the value of a parameter; the name is encoded here, and both are closed off from the shell. */
function credentialArgument(part: CredentialPart): string {
  const { place, name, prefix } = part;
  const secret = `"$${variableFor(part)}"`;
  return place === 'header'
    ? `--header ${quote(`${name}: ${prefix}`)}${secret}`
    : `--url-query ${quote(`${encodeURIComponent(name)}=`)}${secret}`;
}

/** BOX_OFFICE_API_KEY for a key of its own in `api-key`. */
export function variableFor({ isOwn, name }: CredentialPart): string {
  return isOwn ? `BOX_OFFICE_${name.toUpperCase().replace(/[^A-Z\d]+/g, '_')}` : tokenVariable;
}

/** In curl's own quotes, so that a comma or a semicolon belongs to the file's name. */
function fileField(path: string): string {
  return `file=@"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}";type=text/csv`;
}
