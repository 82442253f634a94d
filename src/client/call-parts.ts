// What a call is given beside its input, and what it tells while it runs.

/** A file to upload: a Blob with a name. */
export interface UploadFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  stream(): AsyncIterable<Uint8Array>;
  /** For a file that was checked: a new one each time that it is sent. */
  check?(): ContentCheck;
}

/** Sees every byte as it is sent. */
interface ContentCheck {
  add(piece: Uint8Array): void;
  /** Whether all of it is what was checked; asked once, before the end of the form is sent. */
  isSame(): boolean;
}

/** Bytes of the file that were read for sending; only the reply says that all arrived. */
export interface Progress {
  readonly sent: number;
  readonly total: number;
}

/** What the log sees of a try; no credential is in it. */
export interface LogEntry {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly attempt: number;
  readonly milliseconds: number;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Why the try failed. */
  readonly problem?: string | undefined;
}
