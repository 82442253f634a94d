// What the service refuses, and in which words.

/** A request that the service refuses, with the field at fault where there is one. */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly status: number;
  readonly code: number;
  readonly fields: readonly string[];
  /** What the reply says beside its body. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: number,
    message: string,
    fields: readonly string[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.headers = headers;
  }
}

/** Codes in the ranges of the wire: 1000s usage, 2000s not authorised, 3000s what the database has. */
export const codes = {
  usage: 1000,
  invalidField: 1001,
  tooLarge: 1002,
  methodNotAllowed: 1003,
  conflict: 1004,
  pageBeyondLast: 2004,
  tokenRequired: 2005,
  invalidToken: 2006,
  foreignOrigin: 2010,
  notFound: 3001,
  eventNotFound: 3002,
  noTickets: 3020,
  failed: 3000,
  expiredToken: 6065,
} as const;

export function invalidField(field: string, message: string): ServiceProblem {
  return new ServiceProblem(400, codes.invalidField, `${field} ${message}`, [field]);
}

export function notFound(what: string): ServiceProblem {
  return new ServiceProblem(404, codes.notFound, `${what} was not found`);
}

export function eventNotFound(): ServiceProblem {
  return new ServiceProblem(404, codes.eventNotFound, 'The event was not found');
}

export function conflict(message: string, field: string): ServiceProblem {
  return new ServiceProblem(409, codes.conflict, message, [field]);
}
