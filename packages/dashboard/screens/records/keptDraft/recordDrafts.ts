import type { Collection } from '@coffer/schema'
import { newRecord } from '../context/useRecordsAddress.ts'
import type { Draft } from '../draft/draft.ts'
import { type DraftEntry, readEntry, writeEntry } from './draftEntries.ts'
import { type FormPlace, ownKeyOf } from './draftKey.ts'
import { fileNames, secrets } from './draftNames.ts'
import { packFiles } from './KeptFile.ts'
import { keepFiles } from './keepFiles.ts'
import type { KeptDraft } from './keptDrafts.ts'

/** What a form holds beyond the record as it is stored. */
export interface UnsavedChanges {
  names: readonly string[]
  draft: Draft
  /** The record's values as they are stored. */
  base: Draft
  /** The id of the new record that they were sent to become, when it is not known whether it did. */
  newId: string | undefined
}

/** All new files in a form. */
export const newFilesIn = (collection: Collection, draft: Draft): File[] =>
  [...fileNames(collection)].flatMap(name => [draft[name]].flat()).filter(item => item instanceof File)

/**
 * Keeps unsaved changes in local storage, so that they outlive the page. Passwords never leave the form, and of new files only the
 * names are kept here: see `keepFiles`.
 * @returns whether they could be kept
 */
export function keepDraft(place: FormPlace, { names, draft, base, newId }: UnsavedChanges): boolean {
  const kept = names.filter(name => !secrets.includes(name))
  if (kept.length === 0) {
    dropDraft(place)
    return true
  }
  const holdFiles = fileNames(place.collection)
  const plain = kept.filter(name => !holdFiles.has(name))
  const files = kept.filter(name => holdFiles.has(name))
  const entry: DraftEntry = { ...Object.fromEntries(plain.map(name => [name, draft[name]])), '@at': Date.now() }
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

/** Forgets what a form has kept. */
export const dropDraft = (place: FormPlace): void => drop(ownKeyOf(place))

/** Forgets a draft wherever it is kept: it is not wanted. */
export function dropKeptDraft(draft: KeptDraft): void {
  if (isAsRead(draft)) drop(draft.key)
}

/** What was typed on in another tab is another draft than the one that was offered. */
const isAsRead = ({ key, keptAt }: KeptDraft): boolean => (readEntry(key)?.['@at'] ?? 0) === keptAt

/** Makes a draft of another form one of this form's: it was taken into it. */
export function takeKeptDraft(place: FormPlace, draft: KeptDraft): void {
  const { key } = draft
  const text = localStorage.getItem(key)
  if (text === null || !isAsRead(draft)) return
  // There is no room for both where storage is full. No file is let go of in between.
  localStorage.removeItem(key)
  localStorage.setItem(ownKeyOf(place), text)
}

function drop(key: string): void {
  try {
    const hasFiles = readEntry(key)?.['@files'] !== undefined
    localStorage.removeItem(key)
    if (hasFiles) void keepFiles([])
  } catch {
    // Without storage nothing was kept.
  }
}
