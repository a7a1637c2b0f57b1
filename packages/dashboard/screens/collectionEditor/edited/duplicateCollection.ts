import { type Collection, parseIndex, printIndex } from '@coffer/schema'
import { type EditedCollection, startEdit } from './EditedCollection.ts'
import { uniqueName } from './fields.ts'
import { randomIndexName } from './indexDraft.ts'

/** Converts an edited collection to a new one without ids. */
export function asNewCollection(edited: EditedCollection): EditedCollection {
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

/** Creates an unsaved copy of a collection. Its indexes get new names. */
export function duplicateCollection(original: Collection, takenNames: readonly string[]): EditedCollection {
  const copy = asNewCollection(startEdit(original))
  const name = uniqueName(`${original.name}_duplicate`, takenNames)
  const indexes = copy.indexes.flatMap(({ written, ...row }) => {
    const index = parseIndex(written)
    return index ? [{ ...row, written: printIndex({ ...index, schema: '', name: randomIndexName(), table: name }) }] : []
  })
  return { ...copy, name, indexes }
}
