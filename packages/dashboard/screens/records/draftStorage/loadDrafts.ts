import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { type Draft, draftOf } from '../draft/draft.ts'
import { secretNames } from '../draft/secretNames.ts'
import { type DraftEntry, draftKeys, readEntry } from './draftEntries.ts'
import { type DraftScope, isKeyOf, tabPrefixOf } from './draftKey.ts'
import type { DraftFileField } from './restoreFiles.ts'

/** A stored draft: unsaved changes of a record form. */
export interface StoredDraft {
  values: Draft
  /** The record's stored values of the same fields at that time, if known. Those of file fields are in `files`. */
  base: Draft
  files: Record<string, DraftFileField>
  newId: string | undefined
  /** Key in local storage. */
  key: string
  /** Whether the draft was typed in this tab. */
  isFromThisTab: boolean
  /** Time of the last change in milliseconds since 1970; 0 if unknown. */
  storedAt: number
}

/** Parses an entry. Fields that the collection no longer has are left out; returns undefined if no field is left. */
function parseEntry(collection: Collection, entry: DraftEntry): Omit<StoredDraft, 'key' | 'isFromThisTab'> | undefined {
  const { '@id': newId, '@at': storedAt = 0, '@base': base = {}, '@files': files = {}, ...values } = entry
  const holdFiles = fileNames(collection)
  const secrets = secretNames(collection)
  const names = Object.keys(draftOf(collection, undefined)).filter(name => !secrets.has(name) && !holdFiles.has(name))
  const plain = (of: Draft) => Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)))
  const draft = {
    values: plain(values),
    base: plain(base),
    newId,
    storedAt,
    files: Object.fromEntries(Object.entries(files).filter(([name]) => holdFiles.has(name))),
  }
  return Object.keys(draft.values).length + Object.keys(draft.files).length === 0 ? undefined : draft
}

/** Sorts drafts: those of this tab first, then from newest to oldest. */
export function sortDrafts<Item extends Pick<StoredDraft, 'isFromThisTab' | 'storedAt'>>(drafts: readonly Item[]): Item[] {
  return drafts.toSorted((one, other) => Number(other.isFromThisTab) - Number(one.isFromThisTab) || other.storedAt - one.storedAt)
}

/** Returns all stored drafts of a record. */
export function loadDrafts(scope: DraftScope): StoredDraft[] {
  try {
    const tab = tabPrefixOf(scope)
    const drafts = draftKeys()
      .filter(key => isKeyOf(scope, key))
      .flatMap(key => {
        const draft = parseEntry(scope.collection, readEntry(key) ?? {})
        return draft ? [{ ...draft, key, isFromThisTab: key.startsWith(tab) }] : []
      })
    return sortDrafts(drafts)
  } catch {
    // Local storage is disabled, so there are no drafts.
    return []
  }
}

/** Returns the names of the file fields. */
export function fileNames({ schema }: Collection): Set<string> {
  return new Set(schema.filter(field => fieldType(field).holdsFiles).map(({ name }) => name))
}
