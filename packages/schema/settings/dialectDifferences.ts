import { fieldType } from '@coffer/fields'
import type { Collection, Rule } from '../collections/Collection.ts'
import { rulesOf } from '../collections/rulesOf.ts'
import { type ComparedName, findMeaningDifferences } from './meaningDifferences.ts'

/** Where PocketBase 0.22 and later versions differ for an instance, as a sentence. */
export interface DialectDifference {
  collection: string
  /** Where it is, such as `posts.createRule`. */
  path: string
  /** `uploads` follow the dialect of the request, a `rule` the meaning of rules, for all requests. */
  kind: 'uploads' | 'rule'
  message: string
}

function describeMissing(path: string, { name, emptied }: ComparedName, here: 'passes' | 'fails'): string {
  return emptied === undefined
    ? `${path} compares all values of ${name}. Where there is none, or one is missing, the comparison fails in 0.22 and passes in later versions. Here it ${here}.`
    : `${path} excludes by @collection.${emptied}. While ${emptied} has no records, the rule fails in 0.22 and passes in later versions. Here it ${here}.`
}

function findRuleDifferences(
  collection: Collection,
  [ruleName, rule]: readonly [path: string, rule: Rule],
  collections: readonly Collection[],
  isOfToday: boolean,
): DialectDifference[] {
  const path = `${collection.name}.${ruleName}`
  const { comparesAll, readsOwn } = findMeaningDifferences(rule, ruleName, collection, { collection, collections })
  const found = comparesAll.map(compared => describeMissing(path, compared, isOfToday ? 'passes' : 'fails'))
  if (readsOwn)
    found.push(
      `${path} reads its own collection. In 0.22 the new record is among its records, in later versions it is not. Here it is${isOfToday ? ' not' : ''}.`,
    )
  return found.map(message => ({ collection: collection.name, path, kind: 'rule', message }))
}

function findUploads({ name, schema }: Collection): DialectDifference[] {
  const fields = schema.filter(field => (fieldType(field).holdsFiles?.(field.options).maxFiles ?? 0) > 1)
  const paths = fields.map(field => `${name}.${field.name}`)
  return paths.map(path => ({
    collection: name,
    path,
    kind: 'uploads',
    message: `New files of ${path} are added to its files in 0.22, and replace them in later versions.`,
  }))
}

/** The rule of two factors always has the meaning of later versions, because 0.22 does not have it. */
const hasOneMeaning = (path: string): boolean => path === 'mfa.rule'

/**
 * Finds where PocketBase 0.22 and later versions differ for these collections.
 * @param ruleMeaning the meaning that rules have
 */
export function findDialectDifferences(collections: readonly Collection[], ruleMeaning: 'v022' | 'today'): DialectDifference[] {
  return collections.flatMap(collection => [
    ...(collection.type === 'view' ? [] : findUploads(collection)),
    ...rulesOf(collection)
      .filter(([path]) => !hasOneMeaning(path))
      .flatMap(rule => findRuleDifferences(collection, rule, collections, ruleMeaning === 'today')),
  ])
}
