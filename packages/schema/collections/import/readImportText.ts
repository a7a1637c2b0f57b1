import { findJsonError } from '@coffer/fields'
import type { Collection } from '../Collection.ts'
import { MalformedCollection } from '../readFieldDrafts.ts'
import { mergeStored } from './mergeStored.ts'
import { type ImportedCollection, readImport } from './readImport.ts'

/** The reason why a text cannot be imported; for a JSON syntax error also its UTF-16 offset. */
interface ImportError {
  message: string
  position?: number
}

export type ImportText = { collections: ImportedCollection[]; error?: never } | { collections?: never; error: ImportError }

const findUnnamed = (collections: readonly ImportedCollection[]): ImportError | undefined => {
  const at = collections.findIndex(({ id, name }) => id === '' || name === '')
  const collection = collections[at]
  if (collection === undefined) return undefined
  const missing = collection.name === '' ? 'name' : 'id'
  const which = collection.name === '' ? `The collection at place ${at + 1}` : `The collection "${collection.name}"`
  return { message: `${which} has no ${missing}.` }
}

/**
 * Parses the text of an export. If several collections have the same id, the last one replaces the others. The dates of creation
 * and of the last change are ignored.
 * @param newId generates ids for fields without one
 * @param stored the collections to merge the import into; if absent, missing keys get their defaults
 */
export const readImportText = (text: string, newId: () => string, stored?: readonly Collection[]): ImportText => {
  const read = (items: readonly unknown[]) =>
    readImport(items, newId).map(collection => ({ ...collection, created: '', updated: '' }))
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    return { error: findJsonError(text) ?? { message: 'This is no JSON.' } }
  }
  if (!Array.isArray(sent)) return { error: { message: 'An import is a list of collections: it begins with [ and ends with ].' } }
  if (sent.length === 0) return { error: { message: 'The list is empty. Add at least one collection.' } }
  try {
    const collections = read(sent)
    const error = findUnnamed(collections)
    if (error) return { error }
    const complete = stored ? read(mergeStored(sent, stored)) : collections
    return { collections: [...new Map(complete.map(collection => [collection.id, collection])).values()] }
  } catch (error) {
    if (!(error instanceof MalformedCollection)) throw error
    return { error: { message: error.message } }
  }
}
