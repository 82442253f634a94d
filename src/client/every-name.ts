// Objects with fields of any name. valibot leaves out what is named like a part of every object; a service may mean it.
import * as v from 'valibot';
import { isObject } from './replies.ts';

const leftOut = ['__proto__', 'prototype', 'constructor'];

type Loose = v.GenericSchema & { readonly entries: v.ObjectEntries; readonly rest?: v.GenericSchema };

/** With the fields that are not its own, whatever their names are. */
export function withEveryName<Schema extends Loose>(schema: Schema): Schema {
  return {
    ...schema,
    '~run'(dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) {
      const input = dataset.value;
      const result = schema['~run'](dataset, config);
      if (!isObject(input)) return result;
      for (const name of leftOut.filter((each) => Object.hasOwn(input, each))) {
        const value = input[name];
        const { issues = [] } = schema.rest?.['~run']({ value }, config) ?? {};
        const item: v.ObjectPathItem = { type: 'object', origin: 'value', input: { ...input }, key: name, value };
        const found = issues.map((issue) => ({ ...issue, path: [item, ...(issue.path ?? [])] as typeof issue.path }));
        if (found.length > 0) Object.assign(result, { typed: false, issues: [...(result.issues ?? []), ...found] });
        // Unlike an assignment, this makes `__proto__` a field like any other.
        Object.defineProperty(result.value, name, { value, enumerable: true, configurable: true, writable: true });
      }
      return result;
    },
  };
}

/** An object with some fields that are known, and any others. */
export function looseObject<const Entries extends v.ObjectEntries>(entries: Entries): v.LooseObjectSchema<Entries, undefined> {
  return withEveryName(v.looseObject(entries));
}
