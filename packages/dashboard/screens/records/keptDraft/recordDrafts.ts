import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { newRecord } from '../context/useRecordsAddress.ts'
import { type Draft, draftOf } from '../draft/draft.ts'
import { type DraftEntry, draftKeys, readEntry, writeEntry } from './draftEntries.ts'
import { type DraftPlace, othersPrefixOf, ownKeyOf } from './draftKey.ts'
import { packFiles } from './KeptFile.ts'
import { keepFiles } from './keepFiles.ts'
import type { KeptFileField } from './restoreFiles.ts'

const secrets = ['password', 'passwordConfirm']

/** What a form holds beyond the record as it is stored. */
export interface UnsavedChanges {
  names: readonly string[]
  draft: Draft
  /** The record's values as they are stored. */
  base: Draft
  /** The id of the new record that they were sent to become, when it is not known whether it did. */
  newId: string | undefined
}

/** Changes that were kept. */
export interface KeptDraft {
  values: Draft
  /** What was stored then of the same names, as far as it was kept; of files see there. */
  base: Draft
  files: Record<string, KeptFileField>
  newId: string | undefined
  /** Under which they are kept: by this tab, or for a new record by another one. */
  key: string
}

/** Names of the fields that hold files. */
const fileNames = ({ schema }: Collection): Set<string> =>
  new Set(schema.filter(field => fieldType(field).holdsFiles).map(({ name }) => name))

/** All new files in a form. */
export const newFilesIn = (collection: Collection, draft: Draft): File[] =>
  [...fileNames(collection)].flatMap(name => [draft[name]].flat()).filter(item => item instanceof File)

/**
 * Keeps unsaved changes in local storage, so that they outlive the page. Passwords never leave the form, and of new files only the
 * names are kept here: see `keepFiles`.
 * @returns whether they could be kept
 */
export function keepDraft(place: DraftPlace, { names, draft, base, newId }: UnsavedChanges): boolean {
  const kept = names.filter(name => !secrets.includes(name))
  if (kept.length === 0) {
    dropDraft(place)
    return true
  }
  const holdFiles = fileNames(place.collection)
  const plain = kept.filter(name => !holdFiles.has(name))
  const files = kept.filter(name => holdFiles.has(name))
  const entry: DraftEntry = Object.fromEntries(plain.map(name => [name, draft[name]]))
  if (newId !== undefined) entry['@id'] = newId
  if (files.length > 0) {
    entry['@files'] = Object.fromEntries(files.map(name => [name, { value: packFiles(draft[name]), base: base[name] }]))
  }
  const key = ownKeyOf(place)
  const isNew = place.recordId === newRecord
  const bases = Object.fromEntries(plain.map(name => [name, base[name]]))
  // A draft that can be compared with nothing is still better than none where there is no room for both.
  return (!isNew && writeEntry(key, { ...entry, '@base': bases })) || writeEntry(key, entry)
}

/** The kept changes, as far as the collection still has such fields; those of a new record also from another tab. */
export function keptDraft(place: DraftPlace): KeptDraft | undefined {
  try {
    const own = ownKeyOf(place)
    const key = localStorage.getItem(own) === null ? (draftKeys(othersPrefixOf(place))[0] ?? own) : own
    const { '@id': newId, '@base': base = {}, '@files': files = {}, ...values } = readEntry(key) ?? {}
    const holdFiles = fileNames(place.collection)
    const names = Object.keys(draftOf(place.collection, undefined)).filter(name => !secrets.includes(name))
    const plain = (of: Draft) =>
      Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name) && !holdFiles.has(name)))
    const kept = {
      ...{ values: plain(values), base: plain(base) },
      files: Object.fromEntries(Object.entries(files).filter(([name]) => holdFiles.has(name))),
    }
    const isEmpty = Object.keys(kept.values).length + Object.keys(kept.files).length === 0
    return isEmpty ? undefined : { ...kept, newId, key }
  } catch {
    return undefined
  }
}

export function dropDraft(place: DraftPlace): void {
  try {
    drop(ownKeyOf(place))
  } catch {
    // Without storage nothing was kept.
  }
}

/** Forgets a draft wherever it is kept: it is not wanted. */
export function dropKeptDraft({ key }: KeptDraft): void {
  drop(key)
}

/** Makes a draft of another tab one of this tab's: it was taken into a form. */
export function takeKeptDraft(place: DraftPlace, { key }: KeptDraft): void {
  const text = localStorage.getItem(key)
  const own = ownKeyOf(place)
  if (text === null || key === own) return
  // There is no room for both where storage is full. No file is let go of in between.
  localStorage.removeItem(key)
  localStorage.setItem(own, text)
}

function drop(key: string): void {
  const hasFiles = readEntry(key)?.['@files'] !== undefined
  localStorage.removeItem(key)
  if (hasFiles) void keepFiles([])
}
