// What a call sends: made afresh for each try, because a stream can be sent only once.
import type { Call } from './call.ts';
import type { CancelSignal } from './cancel.ts';
import type { Deadline } from './deadline.ts';
import type { HttpRequest } from './exchange.ts';
import { stringifyJson } from './json.ts';
import { multipartForm, type MultipartForm, type Progress } from './multipart.ts';
import type { UploadFile } from './operations.ts';

export function requestOf(call: Call, deadline: Deadline): HttpRequest<CancelSignal> {
  const { operation, file, body } = call;
  return {
    method: operation.method,
    headers: headersOf(call),
    body: file ? formOf(file, call, deadline) : body && stringifyJson(body),
    redirect: 'manual',
    signal: deadline.signal,
  };
}

function headersOf({ credential, file, body, ifMatch }: Call): Record<string, string> {
  const headers: Record<string, string> = { accept: file ? '*/*' : 'application/json', ...credential.headers };
  // A form brings its own, with the boundary it chose.
  if (body) headers['content-type'] = 'application/json';
  if (ifMatch !== undefined) headers['if-match'] = ifMatch;
  return headers;
}

function formOf(file: UploadFile, { onProgress }: Call, deadline: Deadline): MultipartForm {
  return multipartForm(file, (progress: Progress) => {
    deadline.extend();
    onProgress?.(progress);
  });
}
