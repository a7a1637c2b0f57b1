import type { Collection } from '@coffer/schema'
import { newRecord } from '../context/useRecordsAddress.ts'
import type { Draft } from '../draft/draft.ts'
import { secretNames } from '../draft/secretNames.ts'
import { type DraftEntry, readEntry, writeEntry } from './draftEntries.ts'
import { draftKeyOf, type FormScope } from './draftKey.ts'
import { packFiles } from './filePlaceholders.ts'
import { fileNames, type StoredDraft } from './loadDrafts.ts'
import { syncDraftFiles } from './syncDraftFiles.ts'

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
export function newFilesIn(collection: Collection, draft: Draft): File[] {
  return [...fileNames(collection)].flatMap(name => [draft[name]].flat()).filter(item => item instanceof File)
}

/**
 * Stores unsaved changes in local storage, so that they survive a reload. Passwords are left out, and new files are stored as
 * placeholders; `syncDraftFiles` stores their content.
 * @returns false if the changes could not be stored
 */
export function storeDraft(scope: FormScope, { names, draft, base, newId }: UnsavedChanges): boolean {
  const secrets = secretNames(scope.collection)
  const storable = names.filter(name => !secrets.has(name))
  if (storable.length === 0) {
    deleteDraft(scope)
    return true
  }
  const holdFiles = fileNames(scope.collection)
  const plain = storable.filter(name => !holdFiles.has(name))
  const files = storable.filter(name => holdFiles.has(name))
  const entry: DraftEntry = { ...Object.fromEntries(plain.map(name => [name, draft[name]])), '@at': Date.now() }
  if (newId !== undefined) entry['@id'] = newId
  if (files.length > 0) {
    entry['@files'] = Object.fromEntries(files.map(name => [name, { value: packFiles(draft[name]), base: base[name] }]))
  }
  const key = draftKeyOf(scope)
  const isNew = scope.recordId === newRecord
  const bases = Object.fromEntries(plain.map(name => [name, base[name]]))
  // Without room for the base values, a draft that cannot be checked for conflicts is still better than none.
  return (!isNew && writeEntry(key, { ...entry, '@base': bases })) || writeEntry(key, entry)
}

/** Deletes the draft of a form. */
export function deleteDraft(scope: FormScope): void {
  deleteEntry(draftKeyOf(scope))
}

/** Deletes a draft of any form, unless it was changed after it was read. */
export function deleteStoredDraft(draft: StoredDraft): void {
  if (isUnchanged(draft)) deleteEntry(draft.key)
}

/** Returns whether a draft is unchanged since it was read. After a change in another tab, it is no longer the offered draft. */
const isUnchanged = ({ key, storedAt }: StoredDraft): boolean => (readEntry(key)?.['@at'] ?? 0) === storedAt

/** Moves the draft of another form to this form after it was restored. */
export function adoptStoredDraft(scope: FormScope, draft: StoredDraft): void {
  const { key } = draft
  const text = localStorage.getItem(key)
  if (text === null || !isUnchanged(draft)) return
  // Removes first, because a full storage has no room for both. This is synchronous, so no file is cleaned up in between.
  localStorage.removeItem(key)
  localStorage.setItem(draftKeyOf(scope), text)
}

function deleteEntry(key: string): void {
  try {
    const hasFiles = readEntry(key)?.['@files'] !== undefined
    localStorage.removeItem(key)
    if (hasFiles) void syncDraftFiles([])
  } catch {
    // Local storage is disabled, so there are no drafts.
  }
}
