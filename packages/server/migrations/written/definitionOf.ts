import { type Collection, ruleNames } from '@coffer/schema'

/** The definition of a collection, as a migration prints it. */
export type Definition = Record<string, unknown>

/** Returns the definition of a collection, in the order of printing. Defaults are left out, and so are the fields of a view. */
export function definitionOf(collection: Collection): Definition {
  const { id, name, type, system, schema, indexes, options, omittedDates, ruleTests = [] } = collection
  return {
    id,
    name,
    type,
    ...(system && { system }),
    ...(type !== 'view' && { schema }),
    ...(indexes.length > 0 && { indexes }),
    ...Object.fromEntries(ruleNames.map(rule => [rule, collection[rule]])),
    ...(Object.keys(options).length > 0 && { options }),
    ...(omittedDates && { omittedDates }),
    ...(ruleTests.length > 0 && { ruleTests }),
  }
}

/** Whether two parts of collections are the same plain data, with their keys in the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
