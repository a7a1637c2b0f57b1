import type { Field } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import {
  type EditedCollection,
  type EditedField,
  type EditedIndex,
  namesByKey,
  newKey,
  ruleNames,
  startEdit,
} from './EditedCollection.ts'

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns the form's value if it was changed there, else the stored one. */
const merged = <Value>(typed: Value, start: Value, now: Value): Value => (isSame(typed, start) ? now : typed)

/**
 * Merges the form with a collection that was changed elsewhere since the form was opened. Values changed in the form win; all
 * others are the stored ones. A field changed here but removed there becomes a new field; fields added on either side are kept.
 */
export function rebase(edited: EditedCollection, start: EditedCollection, stored: Collection): EditedCollection {
  const now = startEdit(stored)
  const fields = rebaseFields(edited.fields, now.fields)
  return {
    ...edited,
    stored,
    name: merged(edited.name, start.name, now.name),
    fields,
    indexes: rebaseIndexes(edited, start, stored, fields),
    rules: Object.assign(
      {},
      ...ruleNames.map(name => ({ [name]: merged(edited.rules[name], start.rules[name], now.rules[name]) })),
    ),
    ruleTests: merged(edited.ruleTests, start.ruleTests, now.ruleTests),
    auth: mergeKeys({ coffer: {}, ...edited.auth }, { coffer: {}, ...start.auth }, { coffer: {}, ...now.auth }),
    query: merged(edited.query, start.query, now.query),
  }
}

function mergeKeys<Values extends object>(typed: Values, start: Values, now: Values): Values {
  const names = Object.keys(now) as (keyof Values)[]
  return Object.assign({}, ...names.map(name => ({ [name]: merged(typed[name], start[name], now[name]) })))
}

function rebaseFields(rows: readonly EditedField[], now: readonly EditedField[]): EditedField[] {
  const stored = new Map(now.map(({ field }) => [field.id, field]))
  const known = new Set(rows.flatMap(row => (row.stored ? [row.stored.id] : [])))
  const kept = rows.flatMap((row): EditedField[] => {
    if (row.stored === undefined) return [row]
    const current = stored.get(row.stored.id)
    if (current !== undefined) return [{ ...row, stored: current, field: mergeField(row.field, row.stored, current) }]
    // Removed there, and removed or unchanged here.
    if (row.isRemoved || isSame(row.field, row.stored)) return []
    return [{ ...row, stored: undefined, field: { ...row.field, id: '' } }]
  })
  return [...kept, ...now.filter(({ field }) => !known.has(field.id))]
}

const mergeField = (typed: Field, start: Field, now: Field): Field => ({
  ...mergeKeys(typed, start, now),
  options: mergeKeys(typed.options, start.options, now.options),
})

function rebaseIndexes(
  edited: EditedCollection,
  start: EditedCollection,
  stored: Collection,
  fields: readonly EditedField[],
): EditedIndex[] {
  const before = start.indexes.map(({ written }) => written)
  const names = namesByKey(fields.map(row => (row.stored ? { ...row, field: row.stored } : row)))
  const kept = edited.indexes.filter(({ written }) => !before.includes(written) || stored.indexes.includes(written))
  const added = stored.indexes.filter(written => !before.includes(written) && !kept.some(index => index.written === written))
  return [...kept, ...added.map(written => ({ key: newKey(), written, names }))]
}
