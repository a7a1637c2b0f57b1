import { type Field, fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { definitionOf, isSame } from './definitionOf.ts'

/** A change of one collection. */
export type CollectionChange =
  | { kind: 'created'; after: Collection }
  | { kind: 'updated'; before: Collection; after: Collection }
  | { kind: 'deleted'; before: Collection }

/** Finds what has changed between two states of all collections: created, updated and deleted ones, in this order. */
export function findChanges(before: readonly Collection[], after: readonly Collection[]): CollectionChange[] {
  const former = new Map(before.map(collection => [collection.id, collection]))
  const ids = new Set(after.map(({ id }) => id))
  const created: CollectionChange[] = []
  const updated: CollectionChange[] = []
  for (const collection of after) {
    const known = former.get(collection.id)
    if (!known) created.push({ kind: 'created', after: collection })
    else if (!isSame(definitionOf(known), definitionOf(collection)))
      updated.push({ kind: 'updated', before: known, after: collection })
  }
  const deleted = before.filter(({ id }) => !ids.has(id)).map((one): CollectionChange => ({ kind: 'deleted', before: one }))
  return [...created, ...updated, ...deleted]
}

/** Returns the changes that take back the given ones. */
export function inverseOf(changes: readonly CollectionChange[]): CollectionChange[] {
  const inverse = changes.map((change): CollectionChange => {
    if (change.kind === 'created') return { kind: 'deleted', before: change.after }
    if (change.kind === 'deleted') return { kind: 'created', after: change.before }
    return { kind: 'updated', before: change.after, after: change.before }
  })
  const order = ['created', 'updated', 'deleted']
  return inverse.toReversed().sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
}

/** Returns the collections that changes create. */
export function createdBy(changes: readonly CollectionChange[]): Collection[] {
  return changes.flatMap(change => (change.kind === 'created' ? [change.after] : []))
}

/** Returns the collections that changes delete. */
export function deletedBy(changes: readonly CollectionChange[]): Collection[] {
  return changes.flatMap(change => (change.kind === 'deleted' ? [change.before] : []))
}

/** Whether a field refers to a collection. */
export function refersTo(field: Field, { id }: Collection): boolean {
  return fieldType(field).refersTo?.(field.options) === id
}

/**
 * Returns the fields with which deleted collections refer to each other. They have to be removed before, because they prevent the
 * deletions. `isEmpty`: the collection has no other field, which would be invalid.
 */
export function mutualReferences(
  deleted: readonly Collection[],
): { collection: Collection; fields: Field[]; isEmpty: boolean }[] {
  return deleted.flatMap(collection => {
    const others = deleted.filter(other => other !== collection)
    const fields = collection.schema.filter(field => others.some(other => refersTo(field, other)))
    return fields.length === 0 ? [] : [{ collection, fields, isEmpty: fields.length === collection.schema.length }]
  })
}
