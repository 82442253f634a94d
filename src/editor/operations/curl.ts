// A call as a command line. No credential is in it: the shell takes them from variables.
import { checkInput, judgingZone, operations, stringifyJson, type Operation } from '../../client/index.ts';
import { baseOf, buildAddress } from '../../client/addresses.ts';
import { toQueryText } from '../../client/inputs.ts';
import type { CredentialPart } from '../../client/credential-forms.ts';
import type { AnyInput } from '../account/connection.ts';
import type { CheckContext } from '../ask/input-fields.ts';

/** How a shell is written for. `powershell`: 7.3 or later, which passes quotes on as they are. */
interface Shell {
  readonly program: string;
  readonly nextLine: string;
  readonly quote: (text: string) => string;
  /** A text with what a variable holds behind it. */
  readonly withVariable: (text: string, variable: string) => string;
  readonly variable: (name: string) => string;
}

const bash: Shell = {
  program: 'curl',
  nextLine: ' \\\n  ',
  quote,
  withVariable: (text, variable) => `${quote(text)}"$${variable}"`,
  variable: (name) => `$${name}`,
};

const powershell: Shell = {
  program: 'curl.exe',
  nextLine: ' `\n  ',
  quote: quoteForPowerShell,
  withVariable: (text, variable) => `(${quoteForPowerShell(text)} + $env:${variable})`,
  variable: (name) => `$env:${name}`,
};

export const shells = { bash, powershell };
export type ShellName = keyof typeof shells;

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
  shell: Shell = bash,
): { readonly command: string; readonly problem?: undefined } | { readonly problem: string } {
  const operation: Operation = operations[id];
  const timeZone = judgingZone(context.timeZone);
  const { problems, segments, query, body } = checkInput(operation, input, { ...context, timeZone });
  const problem = problems.find(({ field }) => field !== 'file');
  if (problem) return { problem: `${problem.field} ${problem.message}` };
  const address = buildAddress(baseOf(new URL(target.baseUrl)), operation.path, segments, toQueryText(query));
  const parts = [
    `${shell.program} --globoff`,
    ...(operation.method === 'GET' ? [] : [`--request ${operation.method}`]),
    shell.quote(address),
    ...target.credential.map((part) => credentialArgument(part, shell)),
    `--header ${shell.quote(operation.file ? 'Accept: */*' : 'Accept: application/json')}`,
    ...(body === undefined
      ? []
      : [`--header ${shell.quote('Content-Type: application/json')}`, `--data-raw ${shell.quote(stringifyJson(body))}`]),
    ...(operation.file ? [`--form ${shell.quote(fileField(input.filePath ?? 'codes.csv'))}`] : []),
  ];
  return { command: parts.join(shell.nextLine) };
}

/**
 * Nothing inside single quotes means anything to a shell; a single quote itself is set outside of them.
 * @internal a shell is asked what it makes of each quoted text
 */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** PowerShell takes a typographic quote for a plain one; any of them is doubled. */
function quoteForPowerShell(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}

/** curl encodes the value of a parameter; the name is encoded here, and both are closed off from the shell. */
function credentialArgument(part: CredentialPart, { withVariable }: Shell): string {
  const { place, name, prefix } = part;
  const variable = variableFor(part);
  return place === 'header'
    ? `--header ${withVariable(`${name}: ${prefix}`, variable)}`
    : `--url-query ${withVariable(`${encodeURIComponent(name)}=`, variable)}`;
}

/** BOX_OFFICE_API_KEY for a key of its own in `api-key`. */
export function variableFor({ isOwn, name }: CredentialPart): string {
  return isOwn ? `BOX_OFFICE_${name.toUpperCase().replace(/[^A-Z\d]+/g, '_')}` : tokenVariable;
}

/** In curl's own quotes, so that a comma or a semicolon belongs to the file's name. */
function fileField(path: string): string {
  return `file=@"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}";type=text/csv`;
}
