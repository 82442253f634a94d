// What the check page of a file of codes and the editor say to each other.
import * as v from 'valibot';
import { nothing, told, type Choice, type PageEnvironment, type PageEvent } from './contract.ts';

/** One kind of problem: named by the editor, counted over the whole file. */
export interface KindOfProblem {
  kind: string;
  text: string;
  count: number;
  /** Worth knowing, but nothing is wrong. */
  isNote: boolean;
  /** The first one: where it is, and what it is. */
  line?: number | undefined;
  example?: string | undefined;
  fix?: { name: string; text: string } | undefined;
  /** Of what only the spreadsheet can mend: what to do there. */
  advice?: string | undefined;
}

/** In which encodings a file can be read; the empty value: as is found out. */
export interface EncodingChoice {
  value: string;
  choices: Choice[];
}

/** A row of the file, at the line at which it begins; `problem`: what is wrong with it. */
export interface ShownRow {
  line: number;
  cells: string[];
  problem?: string | undefined;
}

const zeros = v.picklist(['shown', 'stored']);

/** Which sheet of a workbook was read, and what the texts of its cells do not show by themselves. */
export interface ShownWorkbook {
  sheet: string;
  sheets: string[];
  notes: { text: string; count: number; places: string[] }[];
  /** Where numbers are shown otherwise than they are stored: which of both is read, and the first of them. */
  zeros?: { value: v.InferOutput<typeof zeros>; shown: string; stored: string } | undefined;
}

export interface CheckedFile {
  kind: 'checked';
  codes: number;
  problems: number;
  kinds: KindOfProblem[];
  /** The file in a few words: its size, encoding, delimiter, lines. */
  facts: string[];
  /** A workbook has none. */
  encoding?: EncodingChoice | undefined;
  /** Whether a copy in UTF-8 says the same. */
  canConvert: boolean;
  workbook?: ShownWorkbook | undefined;
  columns: string[];
  column?: number | undefined;
  /** The first rows. */
  sample: ShownRow[];
  lengths: { length: number; codes: number }[];
  /** From this line on nothing was checked. */
  stoppedAt?: number | undefined;
  /** Of a copy: how many codes were damaged before it was made, which it does not show, and in which file. */
  damage?: { from: string; codes: number } | undefined;
}

export type CheckState =
  | { kind: 'checking'; bytes: number; total: number }
  /** With an encoding where another one may help. */
  | { kind: 'stopped'; message: string; encoding?: EncodingChoice | undefined }
  | CheckedFile;

/** How many of the different codes the event has, and how many it does not have. */
export type ServerState =
  /** No event was chosen, or nothing answers. */
  | { kind: 'none' }
  | { kind: 'reading'; read: number; total: number }
  | { kind: 'known'; there: number; added: number }
  | { kind: 'failed'; message: string };

export interface UploadTarget {
  /** Where the page uploads to, while it can be reached. */
  environment?: PageEnvironment | undefined;
  environmentName: string;
  event?: PageEvent | undefined;
  /** What became of the file when it was last sent there. */
  lastUpload?:
    | {
        at: number;
        message: string;
        /** Whether all of it was there afterwards, nobody knows, or the service took nothing. */
        outcome?: 'seen' | 'unsure' | 'refused' | undefined;
        isChangedSince: boolean;
        /** Whether the list of what was added is kept. */
        hasList: boolean;
        /** How many of its codes were new there; absent: nobody knows. */
        stored?: number | undefined;
      }
    | undefined;
}

const comparedList = v.picklist(['both', 'file', 'service']);

/** What Compare File with Event has found. */
export interface ComparedState {
  event: string;
  at: number;
  /** The file or the codes of the event have changed since. */
  isOld: boolean;
  lists: {
    list: v.InferOutput<typeof comparedList>;
    text: string;
    /** Of rows. */
    count: number;
    hint: string;
    mayUpload: boolean;
  }[];
  /** Why it is not all. */
  doubt?: string | undefined;
}

/** What changes while the page is open. */
type CodesShown = {
  check: CheckState;
  /** The first rows with a problem that are further down. */
  further: ShownRow[];
  server: ServerState;
  target: UploadTarget;
  compared: ComparedState | null;
};

export const codesCheckContract = {
  init: {} as {
    path: string;
    name: string;
    environmentName: string;
    isTrusted: boolean;
    /** Whether the program of a workbook runs where the file is. */
    isLocal: boolean;
  } & CodesShown,
  requests: {
    checkAgain: nothing,
    cancel: nothing,
    chooseColumn: told(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /** The value of a choice. */
    chooseEncoding: told(v.pipe(v.string(), v.maxLength(20))),
    chooseSheet: told(v.pipe(v.string(), v.maxLength(255))),
    chooseZeros: told(zeros),
    /** Opens the file at the first problem of the kind. */
    showProblem: told(v.pipe(v.string(), v.maxLength(50))),
    showProblems: nothing,
    /** Opens a workbook in the program of the system for it. */
    openOutside: nothing,
    /** Opens the file in the editor of codes. */
    openAsTable: nothing,
    /** A name of a fix, or `all`. */
    fix: told(v.pipe(v.string(), v.maxLength(50))),
    chooseEvent: nothing,
    upload: nothing,
    /** What to do with the codes that the last upload has added. */
    added: told(v.picklist(['open', 'copy', 'save'])),
    /** Compares the file with the event, for lists of what is where. */
    compare: nothing,
    /** What to do with one of these lists. */
    useCompared: told(v.strictObject({ list: comparedList, action: v.picklist(['open', 'copy', 'save', 'upload']) })),
    describeService: nothing,
  },
  events: {} as CodesShown,
};
export type CodesCheckContract = typeof codesCheckContract;
