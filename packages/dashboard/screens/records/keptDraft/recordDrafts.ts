import type { Collection } from '@coffer/schema'
import { newRecord } from '../context/useRecordsAddress.ts'
import type { Draft } from '../draft/draft.ts'
import { type DraftEntry, readEntry, writeEntry } from './draftEntries.ts'
import { type FormPlace, ownKeyOf } from './draftKey.ts'
import { fileNames, secrets } from './draftNames.ts'
import { packFiles } from './KeptFile.ts'
import { keepFiles } from './keepFiles.ts'
import type { KeptDraft } from './keptDrafts.ts'

/** The unsaved changes of a form. */
export interface UnsavedChanges {
  names: readonly string[]
  draft: Draft
  /** The stored values of the record. */
  base: Draft
  /** The id of the new record, if the values were sent and the outcome is unknown. */
  newId: string | undefined
}

/** Returns all new files in a form. */
export const newFilesIn = (collection: Collection, draft: Draft): File[] =>
  [...fileNames(collection)].flatMap(name => [draft[name]].flat()).filter(item => item instanceof File)

/**
 * Stores unsaved changes in local storage, so that they survive a reload. Passwords are left out, and new files are stored as
 * placeholders; `keepFiles` stores their content.
 * @returns false if the changes could not be stored
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
  // Without room for the base values, a draft that cannot be checked for conflicts is still better than none.
  return (!isNew && writeEntry(key, { ...entry, '@base': bases })) || writeEntry(key, entry)
}

/** Deletes the draft of a form. */
export const dropDraft = (place: FormPlace): void => drop(ownKeyOf(place))

/** Deletes a draft of any form, unless it was changed after it was read. */
export function dropKeptDraft(draft: KeptDraft): void {
  if (isAsRead(draft)) drop(draft.key)
}

/** Returns whether a draft is unchanged since it was read. If another tab typed on, it is not the draft that was offered. */
const isAsRead = ({ key, keptAt }: KeptDraft): boolean => (readEntry(key)?.['@at'] ?? 0) === keptAt

/** Moves the draft of another form to this form after it was restored. */
export function takeKeptDraft(place: FormPlace, draft: KeptDraft): void {
  const { key } = draft
  const text = localStorage.getItem(key)
  if (text === null || !isAsRead(draft)) return
  // Removes first, because a full storage has no room for both. This is synchronous, so no file is cleaned up in between.
  localStorage.removeItem(key)
  localStorage.setItem(ownKeyOf(place), text)
}

function drop(key: string): void {
  try {
    const hasFiles = readEntry(key)?.['@files'] !== undefined
    localStorage.removeItem(key)
    if (hasFiles) void keepFiles([])
  } catch {
    // Local storage is disabled, so there are no drafts.
  }
}
