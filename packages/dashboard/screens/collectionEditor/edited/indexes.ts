import { renameIndexColumns, renameIndexTable, usesColumn } from '@coffer/schema'
import { type EditedCollection, type EditedIndex, namesByKey, newKey } from './EditedCollection.ts'

/** The statement of an index as it is now: it follows the names of the fields and of the collection. */
export function statementOf({ name, fields }: EditedCollection, { written, names }: EditedIndex): string {
  const newNames = new Map<string, string>()
  for (const { key, field } of fields) {
    const before = names.get(key)
    if (before !== undefined && before !== '' && field.name !== '' && before !== field.name) newNames.set(before, field.name)
  }
  const statement = renameIndexColumns(written, newNames)
  return name === '' ? statement : renameIndexTable(statement, name)
}

/** The name of the removed field that an index stands on: the index goes with it. */
export function lostWith({ fields }: EditedCollection, { written, names }: EditedIndex): string | undefined {
  return fields.find(({ key, isRemoved }) => isRemoved && usesColumn(written, names.get(key) ?? ''))?.field.name
}

/** The indexes that stay once the fields that are marked are gone. */
export function keptIndexes(edited: EditedCollection): EditedIndex[] {
  return edited.indexes.filter(index => lostWith(edited, index) === undefined)
}

/** Names that an index of the collection may be made of. */
export function indexableColumns({ fields }: EditedCollection): string[] {
  const named = fields.filter(({ isRemoved, field }) => !isRemoved && field.name !== '')
  return [...named.map(({ field }) => field.name), 'created', 'updated']
}

/** Puts a statement in the place of an index, or at the end where no key is given. */
export function setIndex(edited: EditedCollection, key: string | undefined, statement: string): EditedCollection {
  const index: EditedIndex = { key: key ?? newKey(), written: statement, names: namesByKey(edited.fields) }
  const { indexes } = edited
  return { ...edited, indexes: key === undefined ? [...indexes, index] : indexes.map(each => (each.key === key ? index : each)) }
}

export function removeIndex(edited: EditedCollection, key: string): EditedCollection {
  return { ...edited, indexes: edited.indexes.filter(index => index.key !== key) }
}
