import type { Collection, ViewCollection } from '../Collection.ts'
import type { CollectionDraft, FieldDraft } from '../CollectionDraft.ts'
import { authOptions, viewOptions } from '../collectionOptions.ts'
import { superusers } from '../newer/NewerCollection.ts'
import { type ImportedTokens, tokensAfter } from '../newer/readSystemItems.ts'
import { systemCollectionIds } from '../newer/systemCollections.ts'
import { type ImportedCollection, readImport } from './readImport.ts'

export type ChangeKind = 'added' | 'changed' | 'deleted'

/** A field, or the remaining properties of a collection, before and after an import. */
export interface PartChange {
  kind: ChangeKind
  /** Absent when the change is about the collection's remaining properties. */
  field?: FieldDraft
  before: object | undefined
  after: object | undefined
}

export interface ImportChange {
  kind: ChangeKind
  id: string
  /** The name after the import. */
  name: string
  /** The name before the import, if it changes. */
  formerName: string | undefined
  /** The parts that change. */
  parts: PartChange[]
}

const isView = ({ type }: Pick<CollectionDraft, 'type'>): boolean => type === ('view' satisfies ViewCollection['type'])

/** The fields of a view are derived from its query. */
const fieldsOf = (collection: ImportedCollection | undefined): readonly FieldDraft[] =>
  collection === undefined || isView(collection) ? [] : collection.schema

function optionsOf({ type, options }: ImportedCollection): object {
  if (type !== 'auth' && !isView({ type })) return {}
  const read = (type === 'auth' ? authOptions : viewOptions).safeParse(options)
  return read.success ? read.data : options
}

function properties(collection: ImportedCollection) {
  const { name, type, system, listRule, viewRule, createRule, updateRule, deleteRule, indexes, ruleTests = [] } = collection
  const rules = { listRule, viewRule, createRule, updateRule, deleteRule }
  return { name, type, system, ...rules, indexes, options: optionsOf(collection), ...(ruleTests.length > 0 && { ruleTests }) }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const kindOf = (before: unknown, after: unknown): ChangeKind =>
  before === undefined ? 'added' : after === undefined ? 'deleted' : 'changed'

/** Returns the names of the fields that both versions have, if their order changes. */
function orders(before: readonly FieldDraft[], after: readonly FieldDraft[]) {
  const common = (fields: readonly FieldDraft[], others: readonly FieldDraft[]) => {
    const ids = new Set(others.map(({ id }) => id))
    return fields.filter(({ id }) => ids.has(id))
  }
  const [old, next] = [common(before, after), common(after, before)]
  const isKept = old.every(({ id }, at) => id === next[at]?.id)
  return isKept ? [{}, {}] : [{ fields: old.map(({ name }) => name) }, { fields: next.map(({ name }) => name) }]
}

function compareParts(before: ImportedCollection | undefined, after: ImportedCollection | undefined): PartChange[] {
  const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)]
  const [oldOrder, newOrder] = orders(oldFields, newFields)
  const own = {
    kind: kindOf(before, after),
    before: before && { ...properties(before), ...oldOrder },
    after: after && { ...properties(after), ...newOrder },
  }
  const oldById = new Map(oldFields.map(field => [field.id, field]))
  const newById = new Map(newFields.map(field => [field.id, field]))
  const fields = [...new Set([...oldById.keys(), ...newById.keys()])].flatMap((id): PartChange[] => {
    const [old, next] = [oldById.get(id), newById.get(id)]
    const field = next ?? old
    return field === undefined || isSame(old, next) ? [] : [{ kind: kindOf(old, next), field, before: old, after: next }]
  })
  return isSame(own.before, own.after) ? fields : [own, ...fields]
}

/** Merges the imported fields into the stored ones, for an import that keeps fields it does not contain. */
function keepFields(after: ImportedCollection, before: ImportedCollection | undefined): ImportedCollection {
  if (before === undefined) return after
  const schema = [...new Map([...before.schema, ...after.schema].map(field => [field.id, field])).values()]
  return { ...after, schema }
}

/** A collection that is imported without rule tests keeps the stored ones. */
function withTests(after: ImportedCollection | undefined, before: ImportedCollection | undefined) {
  const ruleTests = after?.ruleTests ?? before?.ruleTests
  return after && { ...after, ...(ruleTests && { ruleTests }) }
}

const noNewIds = () => ''

/**
 * Compares an import with the stored collections: deleted collections first, then the others in the order of the import.
 * @param deletesMissing whether the import deletes the collections and fields that it does not contain
 */
export function compareImport(
  stored: readonly Collection[],
  imported: readonly ImportedCollection[],
  deletesMissing: boolean,
): ImportChange[] {
  const before = new Map(readImport(stored, noNewIds).map(collection => [collection.id, collection]))
  const after = new Map(imported.map(collection => [collection.id, collection]))
  const gone = deletesMissing ? [...before.keys()].filter(id => !after.has(id)) : []
  return [...gone, ...after.keys()].flatMap(id => {
    const [old, sent] = [before.get(id), after.get(id)]
    const next = withTests(sent && !deletesMissing ? keepFields(sent, old) : sent, old)
    const parts = compareParts(old, next)
    if (parts.length === 0) return []
    const name = (next ?? old)?.name ?? ''
    return [{ kind: kindOf(old, next), id, name, formerName: old?.name === name ? undefined : old?.name, parts }]
  })
}

/** Returns the change that imported tokens make to the collection of superusers. */
export function compareTokens(tokens: ImportedTokens): ImportChange {
  const part: PartChange = { kind: 'changed', before: tokens.before, after: tokensAfter(tokens) }
  const id = systemCollectionIds.get(superusers) ?? ''
  return { kind: 'changed', id, name: superusers, formerName: undefined, parts: [part] }
}
