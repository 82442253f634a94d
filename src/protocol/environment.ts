// What is known of the service of an environment, part by part.
import * as v from 'valibot';
import { nothing, told, type Choice, type Draft, type Fact, type FieldProblems } from './contract.ts';
import type { PageEnvironment, PageEvent } from './contract.ts';

const text = v.pipe(v.string(), v.maxLength(10_000));

/** A part of the dialect as a field: a choice where it has choices, else a text; empty where it is not known. */
export interface DialectPart {
  /** As the settings call it: `amounts.items`. */
  name: string;
  title: string;
  /** What it means, and what depends on it. */
  hint: string;
  /** What is not possible, or asks first, while it is not known. */
  locked: string;
  choices?: Choice[] | undefined;
}

/** What is typed, by the names of the parts. */
export const dialectFields = v.record(v.string(), text);
export type DialectFields = v.InferOutput<typeof dialectFields>;

export interface Evidence extends Fact {
  value?: string | undefined;
}

/** The places of a real reply that a part can be pointed at, each with what was seen there. */
export interface Seen {
  name: string;
  places: Choice[];
}

export const environmentContract = {
  init: {} as {
    environment: PageEnvironment;
    /** Where its groups are and how each sends its credential. */
    facts: Fact[];
    sections: { title: string; parts: DialectPart[] }[];
    saved: DialectFields;
    /** What showed the parts that were found, the last time. */
    evidence: Evidence[];
    event?: PageEvent | undefined;
    /** False: what is known of it is kept elsewhere, and cannot be saved here. */
    isEditable: boolean;
    draft?: Draft<DialectFields> | undefined;
  },
  requests: {
    keepDraft: told(dialectFields),
    dropDraft: nothing,
    /** The event whose lists are looked at; null when the person left it. */
    chooseEvent: { payload: v.null(), result: {} as PageEvent | null },
    /** Looks at the service, with reads alone. */
    probe: {
      payload: v.strictObject({ eventId: text }),
      result: {} as { found: Evidence[]; unfound: Evidence[]; seen: Seen[] },
    },
    save: {
      payload: dialectFields,
      result: {} as FieldProblems | { kind: 'saved'; saved: DialectFields },
    },
    configure: nothing,
  },
  events: {},
};
export type EnvironmentContract = typeof environmentContract;
