import * as v from 'valibot'
import type { Shape } from '../contract.ts'
import { isObject } from '../isObject.ts'

/** The type of the parsed options. */
export type ShapeOf<S> = S extends Shape<infer Value> ? Value : never

export const integer = v.pipe(v.number(), v.safeInteger())

export const finite = v.pipe(v.number(), v.finite())

/** An option whose default replaces a missing value or null, in requests and in stored data of older versions. */
export function setting<const Schema extends v.GenericSchema, const Fallback extends v.InferInput<Schema>>(
  schema: Schema,
  fallback: Fallback,
) {
  return v.nullish(schema, fallback)
}

/** An option that PocketBase 0.22 does not know: it is absent unless it is set. Null counts as missing. */
export function newerSetting<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.nullish(schema),
    v.transform(value => value ?? undefined),
  )
}

/** An object with these entries. Drops unknown keys and rejects arrays. */
export function group<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(v.custom<Record<string, unknown>>(isObject), v.object(entries))
}

/** Describes an error without the value, which can be a secret. */
const describe = (issue: v.BaseIssue<unknown>): string => `${v.getDotPath(issue) ?? 'The whole'} must be ${issue.expected}`

/** Creates a parser for an options object. Drops unknown keys and keeps the order of the others. */
export function shape<const Entries extends v.ObjectEntries>(
  entries: Entries,
): Shape<v.InferOutput<v.ObjectSchema<Entries, undefined>>> {
  const schema = group(entries)
  return {
    schema,
    parse: input => v.parse(schema, input),
    safeParse: input => {
      const result = v.safeParse(schema, input)
      return result.success ? { success: true, data: result.output } : { success: false, problem: describe(result.issues[0]) }
    },
  }
}
