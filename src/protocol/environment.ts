import * as v from 'valibot';

/** Where a form writes to: the environment it was opened in, whatever is chosen later. */
export const place = v.strictObject({
  name: v.string(),
  label: v.string(),
  protected: v.boolean(),
  currency: v.string(),
});
export type PageEnvironment = v.InferOutput<typeof place>;

/** A record to choose from. */
export const choice = v.strictObject({ value: v.string(), label: v.string() });
