import type { Collection } from '@coffer/schema'
import { type Draft, draftOf } from '../draft/draft.ts'
import { type DraftEntry, draftKeys, readEntry } from './draftEntries.ts'
import { type DraftPlace, isKeyOf, tabPrefixOf } from './draftKey.ts'
import { fileNames, secrets } from './draftNames.ts'
import type { KeptFileField } from './restoreFiles.ts'

/** A stored draft: unsaved changes of a record form. */
export interface KeptDraft {
  values: Draft
  /** The record's stored values of the same fields at that time, if known. Those of file fields are in `files`. */
  base: Draft
  files: Record<string, KeptFileField>
  newId: string | undefined
  /** Key in local storage. */
  key: string
  /** Whether the draft was typed in this tab. */
  isOwn: boolean
  /** Time of the last change in milliseconds since 1970; 0 if unknown. */
  keptAt: number
}

/** Parses an entry. Fields that the collection no longer has are left out; returns undefined if no field is left. */
function draftIn(collection: Collection, entry: DraftEntry): Omit<KeptDraft, 'key' | 'isOwn'> | undefined {
  const { '@id': newId, '@at': keptAt = 0, '@base': base = {}, '@files': files = {}, ...values } = entry
  const holdFiles = fileNames(collection)
  const names = Object.keys(draftOf(collection, undefined)).filter(name => !secrets.includes(name) && !holdFiles.has(name))
  const plain = (of: Draft) => Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)))
  const kept = {
    ...{ values: plain(values), base: plain(base), newId, keptAt },
    files: Object.fromEntries(Object.entries(files).filter(([name]) => holdFiles.has(name))),
  }
  return Object.keys(kept.values).length + Object.keys(kept.files).length === 0 ? undefined : kept
}

/** Sorts drafts: those of this tab first, then from newest to oldest. */
export const inOrder = <Kept extends Pick<KeptDraft, 'isOwn' | 'keptAt'>>(drafts: readonly Kept[]): Kept[] =>
  drafts.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn) || other.keptAt - one.keptAt)

/** Returns all stored drafts of a record. */
export function keptDrafts(place: DraftPlace): KeptDraft[] {
  try {
    const tab = tabPrefixOf(place)
    const drafts = draftKeys()
      .filter(key => isKeyOf(place, key))
      .flatMap(key => {
        const draft = draftIn(place.collection, readEntry(key) ?? {})
        return draft ? [{ ...draft, key, isOwn: key.startsWith(tab) }] : []
      })
    return inOrder(drafts)
  } catch {
    // Local storage is disabled, so there are no drafts.
    return []
  }
}
