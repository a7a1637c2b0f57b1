import { isObject, parseDate, setting, shape } from '@coffer/fields'
import * as v from 'valibot'
import { type RuleTest, RuleTestError, readRuleTests } from '../../access/RuleTest.ts'
import type { CollectionDraft } from '../CollectionDraft.ts'
import { matchKeys } from '../matchKeys.ts'
import { isNewerExport } from '../newer/NewerCollection.ts'
import { MalformedCollection, readFieldDrafts } from '../readFieldDrafts.ts'
import { readOmittedDates } from '../recordDates.ts'

/** A collection in an import. */
export interface ImportedCollection extends CollectionDraft {
  /** Stored dates; '' if the import has none. */
  created: string
  updated: string
}

const text = () => setting(v.string(), '')
const rule = () => setting(v.nullable(v.string()), null)
const object = v.custom<Record<string, unknown>>(isObject, 'an object')
const date = () => v.pipe(text(), v.transform(parseDate))

const item = shape({
  id: text(),
  created: date(),
  updated: date(),
  name: text(),
  type: text(),
  system: setting(v.boolean(), false),
  schema: setting(v.unknown(), []),
  indexes: setting(v.array(v.string()), []),
  listRule: rule(),
  viewRule: rule(),
  createRule: rule(),
  updateRule: rule(),
  deleteRule: rule(),
  ruleTests: v.optional(v.unknown()),
  omittedDates: v.optional(v.unknown()),
  options: setting(object, {}),
})

const keys = [...Object.keys(item.parse({})), 'ruleTests', 'omittedDates']

/** Thrown for collections in the format that PocketBase exports since version 0.23. */
export class NewerExportError extends MalformedCollection {}

const newerExport =
  'This is an export of PocketBase 0.23 or later, which has another format: "fields" instead of "schema". ' +
  'Import it on the import page of the dashboard, which translates it.'

function readTests(sent: unknown): RuleTest[] {
  try {
    return readRuleTests(sent)
  } catch (error) {
    throw error instanceof RuleTestError ? new MalformedCollection(error.message) : error
  }
}

function readItem(sent: unknown, newId: () => string): ImportedCollection {
  const read = item.safeParse(matchKeys(sent, keys))
  if (!read.success) throw new MalformedCollection(`A collection cannot be read: ${read.problem}.`)
  const { schema, type, ruleTests, omittedDates, ...collection } = read.data
  return {
    ...collection,
    type: type || 'base',
    schema: readFieldDrafts(schema, newId),
    ...(ruleTests !== undefined && { ruleTests: readTests(ruleTests) }),
    ...(omittedDates !== undefined && { omittedDates: readOmittedDates(omittedDates) }),
  }
}

/**
 * Parses the collections of an import request. Missing keys get their defaults, not the stored values.
 * @throws MalformedCollection when the value is not a list of collections, or a key has the wrong type
 * @throws NewerExportError for the export format of PocketBase 0.23 and later
 */
export function readImport(sent: unknown, newId: () => string): ImportedCollection[] {
  if (sent === null || sent === undefined) return []
  if (!Array.isArray(sent)) throw new MalformedCollection('The collections of an import are a list.')
  if (sent.some(isNewerExport)) throw new NewerExportError(newerExport)
  return sent.map(collection => readItem(collection, newId))
}
