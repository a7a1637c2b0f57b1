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

/** The value of the form where it was changed there, else the one that is stored now. */
const merged = <Value>(typed: Value, start: Value, now: Value): Value => (isSame(typed, start) ? now : typed)

/**
 * The form over what somebody else has stored since it was opened: what was changed in it stays changed, and all else is as it is
 * stored now. A changed field that was removed meanwhile is a new one; one that is only here or only there stays.
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
    auth: mergeKeys(edited.auth, start.auth, now.auth),
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
    // Nobody needs what neither has.
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
