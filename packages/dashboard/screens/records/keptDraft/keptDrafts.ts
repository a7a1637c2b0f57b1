import type { Collection } from '@coffer/schema'
import { type Draft, draftOf } from '../draft/draft.ts'
import { type DraftEntry, draftKeys, readEntry } from './draftEntries.ts'
import { type DraftPlace, isKeyOf, tabPrefixOf } from './draftKey.ts'
import { fileNames, secrets } from './draftNames.ts'
import type { KeptFileField } from './restoreFiles.ts'

/** Changes that were kept. */
export interface KeptDraft {
  values: Draft
  /** What was stored then of the same names, as far as it was kept; of files see there. */
  base: Draft
  files: Record<string, KeptFileField>
  newId: string | undefined
  /** Under which they are kept. */
  key: string
  /** Whether they were typed in this tab. */
  isOwn: boolean
  /** When they were typed last, in milliseconds since 1970; 0 when that is not known. */
  keptAt: number
}

/** The changes of an entry, as far as the collection still has such fields; undefined when none are left. */
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

/** Those of this tab before all others, and of each the newest first. */
export const inOrder = <Kept extends Pick<KeptDraft, 'isOwn' | 'keptAt'>>(drafts: readonly Kept[]): Kept[] =>
  drafts.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn) || other.keptAt - one.keptAt)

/** All changes that were kept of a record. */
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
    // Without storage nothing was kept.
    return []
  }
}
