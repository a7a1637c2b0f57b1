import { MalformedCollection } from '../readFieldDrafts.ts'
import { type ImportNote, ImportNotes } from './ImportNote.ts'
import { isNewerExport, newerCollection, newerSystemCollections, superusers } from './NewerCollection.ts'
import { noteRules } from './noteRules.ts'
import { noteSuperusers } from './noteSuperusers.ts'
import { translateCollection } from './translateCollection.ts'

const noneAccepted: ReadonlySet<string> = new Set()

/**
 * Translates items of an export from the format of PocketBase 0.23 and later into the format of 0.22. Other items stay as they are.
 * The system collections of newer servers are left out, with notes of what admins lose.
 * @param ruleMeaning see `noteRules`
 * @throws MalformedCollection for a newer collection that cannot be read
 */
export function translateExport(
  items: readonly unknown[],
  ruleMeaning: 'v022' | 'today' | undefined,
): { items: unknown[]; notes: readonly ImportNote[] } {
  const notes = new ImportNotes(noneAccepted)
  const translated = items.flatMap((item): unknown[] => {
    if (!isNewerExport(item)) return [item]
    // In exports, the options stand beside the other keys.
    const read = newerCollection.safeParse({ ...(item as object), options: item })
    if (!read.success) throw new MalformedCollection(`A collection cannot be read: ${read.problem}.`)
    if (read.data.name === superusers) noteSuperusers(read.data, notes)
    if (newerSystemCollections.includes(read.data.name)) return []
    const { collection } = translateCollection(read.data, notes) ?? {}
    if (!collection) return []
    noteRules(read.data, ruleMeaning, notes)
    return [collection]
  })
  return { items: translated, notes: notes.all }
}
