import { type Collection, parseIndex, printIndex } from '@coffer/schema'
import { type EditedCollection, startEdit } from './EditedCollection.ts'
import { randomIndexName } from './randomIndexName.ts'
import { uniqueName } from './uniqueName.ts'

/** The same, with nothing of it stored. */
export function unstored(edited: EditedCollection): EditedCollection {
  return {
    ...edited,
    stored: undefined,
    fields: edited.fields.map(row => ({
      ...row,
      stored: undefined,
      field: { ...row.field, id: '', system: false, options: structuredClone(row.field.options) },
    })),
  }
}

/** A new collection like a stored one: nothing of it is stored yet, and its indexes have names of their own. */
export function duplicateCollection(original: Collection, takenNames: readonly string[]): EditedCollection {
  const copy = unstored(startEdit(original))
  const name = uniqueName(`${original.name}_duplicate`, takenNames)
  const indexes = copy.indexes.flatMap(({ written, ...row }) => {
    const index = parseIndex(written)
    return index ? [{ ...row, written: printIndex({ ...index, schema: '', name: randomIndexName(), table: name }) }] : []
  })
  return { ...copy, name, indexes }
}
