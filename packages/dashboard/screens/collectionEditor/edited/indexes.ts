import { renameIndexColumns, renameIndexTable, usesColumn } from '@coffer/schema'
import { type EditedCollection, type EditedIndex, namesByKey, newKey } from './EditedCollection.ts'

/** Returns the statement of an index with the current names of fields and collection. */
export function statementOf({ name, fields }: EditedCollection, { written, names }: EditedIndex): string {
  const newNames = new Map<string, string>()
  for (const { key, field } of fields) {
    const before = names.get(key)
    if (before !== undefined && before !== '' && field.name !== '' && before !== field.name) newNames.set(before, field.name)
  }
  const statement = renameIndexColumns(written, newNames)
  return name === '' ? statement : renameIndexTable(statement, name)
}

/** Returns the name of a removed field that the index uses, because the index is removed with it. */
export function removedFieldOf({ fields }: EditedCollection, { written, names }: EditedIndex): string | undefined {
  return fields.find(({ key, isRemoved }) => isRemoved && usesColumn(written, names.get(key) ?? ''))?.field.name
}

/** Returns the indexes that use no removed field. */
export function remainingIndexes(edited: EditedCollection): EditedIndex[] {
  return edited.indexes.filter(index => removedFieldOf(edited, index) === undefined)
}

/** Returns the columns that an index can use. */
export function indexableColumns({ fields }: EditedCollection): string[] {
  const named = fields.filter(({ isRemoved, field }) => !isRemoved && field.name !== '')
  return [...named.map(({ field }) => field.name), 'created', 'updated']
}

/** Replaces the statement of an index, or appends an index if no key is given. */
export function setIndex(edited: EditedCollection, key: string | undefined, statement: string): EditedCollection {
  const index: EditedIndex = { key: key ?? newKey(), written: statement, names: namesByKey(edited.fields) }
  const { indexes } = edited
  return { ...edited, indexes: key === undefined ? [...indexes, index] : indexes.map(each => (each.key === key ? index : each)) }
}

export function removeIndex(edited: EditedCollection, key: string): EditedCollection {
  return { ...edited, indexes: edited.indexes.filter(index => index.key !== key) }
}
