import { type Field, fieldType } from '@coffer/fields'
import type { EditedCollection } from './EditedCollection.ts'
import { lostWith } from './indexes.ts'

interface Renaming {
  from: string
  to: string
}

/** Changes of a stored collection that others may depend on or that take values away. */
export interface RiskyChanges {
  collection: Renaming | undefined
  fields: Renaming[]
  removed: Field[]
  /** Fields, as they are stored, of whose several values only the last will be kept. */
  narrowed: Field[]
  /** Statements of the indexes that go with the removed fields. */
  lostIndexes: string[]
}

/** What has to be confirmed before a save; undefined where nothing has. What a view yields is its query's matter. */
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
  const lostIndexes = edited.indexes.filter(index => lostWith(edited, index) !== undefined).map(({ written }) => written)
  return { collection, fields: renamed, removed, narrowed, lostIndexes }
}

const holdsSeveral = (field: Field): boolean => fieldType(field).isMultiple(field.options)
