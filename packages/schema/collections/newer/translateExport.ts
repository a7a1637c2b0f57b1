import type { Settings } from '../../settings/Settings.ts'
import { MalformedCollection } from '../readFieldDrafts.ts'
import { type ImportNote, ImportNotes } from './ImportNote.ts'
import { isNewerExport, newerCollection } from './NewerCollection.ts'
import { noteRules } from './noteRules.ts'
import { type ImportedTokens, readSystemItems } from './readSystemItems.ts'
import { translateCollection } from './translateCollection.ts'

const noneAccepted: ReadonlySet<string> = new Set()

/** What an export is translated for. */
export interface ExportTarget {
  /** The settings of the server. */
  settings: Settings
  /** The meaning that rules have on the server, see `noteRules`; undefined while it is unknown. */
  ruleMeaning?: 'v022' | 'today' | undefined
}

/** An export whose items all have the format of 0.22. */
interface TranslatedExport {
  items: unknown[]
  /** The tokens of superusers that it changes; undefined if it changes none. */
  tokens: ImportedTokens | undefined
  notes: readonly ImportNote[]
}

/**
 * Translates items of an export from the format of PocketBase 0.23 and later into the format of 0.22. Other items stay as they are.
 * The system collections of newer servers are left out, see `readSystemItems`.
 * @throws MalformedCollection for a newer collection that cannot be read
 */
export function translateExport(items: readonly unknown[], { settings, ruleMeaning }: ExportTarget): TranslatedExport {
  const notes = new ImportNotes(noneAccepted)
  const { others, tokens } = readSystemItems(items, settings, notes)
  const translated = others.flatMap((item): unknown[] => {
    if (!isNewerExport(item)) return [item]
    // In exports, the options are beside the other keys.
    const read = newerCollection.safeParse({ ...(item as object), options: item })
    if (!read.success) throw new MalformedCollection(`A collection cannot be read: ${read.problem}.`)
    const { collection } = translateCollection(read.data, notes) ?? {}
    if (!collection) return []
    noteRules(read.data, ruleMeaning, notes)
    return [collection]
  })
  return { items: translated, tokens, notes: notes.all }
}
