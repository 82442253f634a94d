export { addressesOf, addressText, checkAddress, isSameService, type Addresses, type ServiceUrls } from './addresses.ts';
export type { LogEntry, Progress, UploadFile } from './call-parts.ts';
export type { CallOptions } from './call.ts';
export { createClient, type Client, type ClientOptions } from './client.ts';
export { documentedQuery, newLearned, type Learned } from './extra-parameters.ts';
export { ItemOwners, itemsOfEvent } from './item-owners.ts';
export { listPages } from './list-pages.ts';
export { systemClock, type Clock } from './clock.ts';
export { codeKeyIn, readCode } from './codes.ts';
export {
  clockIn,
  dayIn,
  isBeforeToday,
  isDate,
  isDateTime,
  judgingZone,
  momentsOf,
  parseDate,
  type CalendarTime,
} from './dates.ts';
export {
  centsOf,
  readDialect,
  unknownDialect,
  type AmountKind,
  type AmountUnit,
  type CredentialForm,
  type Dialect,
} from './dialect.ts';
export { ApiError, type ApiErrorKind, type FieldProblem } from './errors.ts';
export type { Fetch } from './exchange.ts';
export { checkInput } from './inputs.ts';
export { LongNumberError, maxDigits, parseJson, stringifyJson } from './json.ts';
export { eventOfRow, idOf, labelOf, recordId } from './fields.ts';
export { contentOf, pagingOf, readList, rowOfRecord, type Row } from './lists.ts';
export type { AlikeRows } from './page-rows.ts';
export type { PageQuery, ReadPage } from './page-queries.ts';
export { Pager, type PageRead } from './pager.ts';
export { IncompleteList, UnclaimedItems, wholeList } from './whole-list.ts';
export {
  fieldMeaning,
  idIn,
  operations,
  rulesOf,
  titleOf,
  type CallInput,
  type Group,
  type InputPart,
  type Operation,
  type OperationId,
} from './operations.ts';
export { Redactor, secretPlaceholder } from './redact.ts';
export { cutText } from './tails.ts';
export { sessionsOf, type Session } from './sessions.ts';
export { tokenHint, type TokenHint } from './tokens.ts';
export { setTranslator } from './l10n.ts';
