import * as v from 'valibot'
import type { Shape } from '../contract.ts'

/** The type of what a shape reads. */
export type ShapeOf<S> = S extends Shape<infer Value> ? Value : never

export const integer = v.pipe(v.number(), v.safeInteger())

export const finite = v.pipe(v.number(), v.finite())

/** A setting that takes its default where a request or an older file leaves it out or has null. */
export const setting = <const Schema extends v.GenericSchema, const Fallback extends v.InferInput<Schema>>(
  schema: Schema,
  fallback: Fallback,
) => v.nullish(schema, fallback)

const isObject = (input: unknown): boolean => typeof input === 'object' && input !== null && !Array.isArray(input)

/** An object with these entries; others are left out, and a list is not taken for one. */
export const group = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.custom<Record<string, unknown>>(isObject), v.object(entries))

/** Says what is wrong without the value, which may be a secret. */
const describe = (issue: v.BaseIssue<unknown>): string => `${v.getDotPath(issue) ?? 'The whole'} must be ${issue.expected}`

/** Reads an object of settings; keys that it does not name are left out, the others keep their order. */
export const shape = <const Entries extends v.ObjectEntries>(
  entries: Entries,
): Shape<v.InferOutput<v.ObjectSchema<Entries, undefined>>> => {
  const schema = group(entries)
  return {
    parse: input => v.parse(schema, input),
    safeParse: input => {
      const result = v.safeParse(schema, input)
      return result.success ? { success: true, data: result.output } : { success: false, problem: describe(result.issues[0]) }
    },
  }
}
