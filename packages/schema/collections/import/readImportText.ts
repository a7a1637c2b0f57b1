import { findJsonError } from '@coffer/fields'
import type { Collection } from '../Collection.ts'
import type { ImportNote } from '../newer/ImportNote.ts'
import type { ImportedTokens } from '../newer/readSystemItems.ts'
import { type ExportTarget, translateExport } from '../newer/translateExport.ts'
import { MalformedCollection } from '../readFieldDrafts.ts'
import { mergeStored } from './mergeStored.ts'
import { type ImportedCollection, readImport } from './readImport.ts'

/** The reason why a text cannot be imported; for a JSON syntax error also its UTF-16 offset. */
interface ImportError {
  message: string
  position?: number
}

export type ImportText =
  | {
      collections: ImportedCollection[]
      /** The tokens of superusers that the import changes; undefined if it changes none. */
      tokens: ImportedTokens | undefined
      /** What works differently, if the export is of PocketBase 0.23 or later. */
      notes: readonly ImportNote[]
      error?: never
    }
  | { collections?: never; tokens?: never; notes?: never; error: ImportError }

/** What a text is read for. */
interface ImportTarget extends ExportTarget {
  /** Generates ids for fields without one. */
  newId: () => string
  /** The collections to merge the import into; if absent, missing keys get their defaults. */
  stored?: readonly Collection[]
}

function findUntranslatable(notes: readonly ImportNote[]): ImportError | undefined {
  const parts = notes.filter(({ kind }) => kind === 'cannot').map(({ subject, text }) => `${subject}: ${text}`)
  if (parts.length === 0) return undefined
  return { message: `Some parts of this export cannot be kept. Remove them from the text. ${parts.join(' ')}` }
}

function findUnnamed(collections: readonly ImportedCollection[]): ImportError | undefined {
  const at = collections.findIndex(({ id, name }) => id === '' || name === '')
  const collection = collections[at]
  if (collection === undefined) return undefined
  const missing = collection.name === '' ? 'name' : 'id'
  const which = collection.name === '' ? `The collection at place ${at + 1}` : `The collection "${collection.name}"`
  return { message: `${which} has no ${missing}.` }
}

/**
 * Parses the text of an export, also of PocketBase 0.23 or later. If several collections have the same id, the last one replaces
 * the others. The dates of creation and of the last change are ignored.
 */
export function readImportText(text: string, { newId, stored, ...server }: ImportTarget): ImportText {
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
    const { items, tokens, notes } = translateExport(sent, server)
    const collections = read(items)
    const error = findUntranslatable(notes) ?? findUnnamed(collections)
    if (error) return { error }
    const complete = stored ? read(mergeStored(items, stored)) : collections
    return {
      collections: [...new Map(complete.map(collection => [collection.id, collection])).values()],
      tokens,
      notes: notes.filter(({ kind }) => kind === 'changed'),
    }
  } catch (error) {
    if (!(error instanceof MalformedCollection)) throw error
    return { error: { message: error.message } }
  }
}
