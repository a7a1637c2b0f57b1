import { findJsonFault } from '@coffer/fields'
import { MalformedCollection } from '../readFieldDrafts.ts'
import { type ImportedCollection, readImport } from './readImport.ts'

/** Why a text cannot be imported; where it is no JSON, also at which UTF-16 offset. */
interface ImportFault {
  message: string
  position?: number
}

export type ImportText = { collections: ImportedCollection[]; fault?: never } | { collections?: never; fault: ImportFault }

const nameless = (collections: readonly ImportedCollection[]): ImportFault | undefined => {
  const at = collections.findIndex(({ id, name }) => id === '' || name === '')
  const collection = collections[at]
  if (collection === undefined) return undefined
  const missing = collection.name === '' ? 'name' : 'id'
  const which = collection.name === '' ? `The collection at place ${at + 1}` : `The collection "${collection.name}"`
  return { message: `${which} has no ${missing}.` }
}

/**
 * Reads the text of an export. Of collections with the same id the last takes the place of the first; when they were created and
 * changed does not count.
 * @param newId makes ids for fields that have none
 */
export const readImportText = (text: string, newId: () => string): ImportText => {
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    return { fault: findJsonFault(text) ?? { message: 'This is no JSON.' } }
  }
  if (!Array.isArray(sent)) return { fault: { message: 'An import is a list of collections: it begins with [ and ends with ].' } }
  try {
    const collections = readImport(sent, newId).map(collection => ({ ...collection, created: '', updated: '' }))
    const fault = nameless(collections)
    if (fault) return { fault }
    return { collections: [...new Map(collections.map(collection => [collection.id, collection])).values()] }
  } catch (error) {
    if (!(error instanceof MalformedCollection)) throw error
    return { fault: { message: error.message } }
  }
}
