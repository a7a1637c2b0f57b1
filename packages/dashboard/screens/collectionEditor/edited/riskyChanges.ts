import { type Field, fieldType } from '@coffer/fields'
import type { EditedCollection } from './EditedCollection.ts'
import { removedFieldOf } from './indexes.ts'

interface Renaming {
  from: string
  to: string
}

/** Changes of a stored collection that can break references or delete values. */
export interface RiskyChanges {
  collection: Renaming | undefined
  fields: Renaming[]
  removed: Field[]
  /** Stored fields that change from multiple to single, so that only the last value of each record is kept. */
  narrowed: Field[]
  /** Statements of the indexes that are removed with their fields. */
  lostIndexes: string[]
}

/** Returns the changes to confirm before a save; undefined if there are none. A view stores no values, so it has none. */
export function riskyChanges(edited: EditedCollection): RiskyChanges | undefined {
  const { stored, name, type, fields } = edited
  if (stored === undefined || type === 'view') return undefined
  const collection = stored.name === name ? undefined : { from: stored.name, to: name }
  const removed: Field[] = []
  const narrowed: Field[] = []
  const renamed: Renaming[] = []
  for (const { field, stored: before, isRemoved } of fields) {
    if (before === undefined) continue
    if (isRemoved) removed.push(before)
    else {
      if (before.name !== field.name) renamed.push({ from: before.name, to: field.name })
      if (holdsSeveral(before) && !holdsSeveral(field)) narrowed.push(before)
    }
  }
  if (collection === undefined && renamed.length + removed.length + narrowed.length === 0) return undefined
  const lostIndexes = edited.indexes.filter(index => removedFieldOf(edited, index) !== undefined).map(({ written }) => written)
  return { collection, fields: renamed, removed, narrowed, lostIndexes }
}

const holdsSeveral = (field: Field): boolean => fieldType(field).isMultiple(field.options)
