import { isObject } from '@coffer/fields'
import { messagesOf } from '../../issues/Issues.ts'
import type { Settings } from '../../settings/Settings.ts'
import { MalformedCollection } from '../readFieldDrafts.ts'
import { findImportedSystemChanges } from './findSystemChanges.ts'
import type { ImportNotes } from './ImportNote.ts'
import { newerCollection, superusers } from './NewerCollection.ts'
import { noteSuperusers } from './noteSuperusers.ts'
import { changesSuperuserTokens, superuserTokensIn } from './superuserTokens.ts'
import { type SystemCollection, systemCollections } from './systemCollections.ts'

type Json = Readonly<Record<string, unknown>>

/** The tokens of superusers that an import changes, with their keys in `_superusers`. */
export interface ImportedTokens {
  /** All tokens as they are. */
  before: Json
  /** The tokens of the import. */
  sent: Json
}

/** Finds the system collection of an item: by its id or, ignoring case, by its name. Items with `schema` are collections of 0.22. */
function findSystem(item: unknown, system: readonly SystemCollection[]): SystemCollection | undefined {
  if (!isObject(item) || 'schema' in item) return undefined
  const name = typeof item.name === 'string' ? item.name.toLowerCase() : ''
  return system.find(({ id }) => id === item.id) ?? system.find(one => one.name.toLowerCase() === name)
}

/** Notes what admins lose, which does not stop the import, and everything else that would change a system collection. */
function noteChanges(item: Json, present: SystemCollection, notes: ImportNotes): void {
  // In exports, the options are beside the other keys.
  const read = newerCollection.safeParse({ ...item, name: present.name, options: item })
  if (!read.success) throw new MalformedCollection(`A collection cannot be read: ${read.problem}.`)
  if (present.name === superusers) noteSuperusers(read.data, notes)
  const isNoted = (part: unknown) => notes.all.some(({ subject }) => subject === `${present.name}.${part}`)
  const { fields } = item
  const compared = Array.isArray(fields) ? { ...item, fields: fields.filter(({ name }) => !isNoted(name)) } : item
  for (const [key, issue] of Object.entries(findImportedSystemChanges(compared, present)))
    if (!isNoted(key)) notes.cannot(`${present.name}.${key}`, messagesOf({ [key]: issue }).join(' '))
}

function mergeTokens(tokens: Json, more: Json): Json {
  const merged = Object.entries(more).map(([key, token]) => {
    const before = tokens[key]
    return [key, isObject(before) && isObject(token) ? { ...before, ...token } : token] as const
  })
  return { ...tokens, ...Object.fromEntries(merged) }
}

/** Returns all tokens of superusers as an import leaves them. */
export function tokensAfter({ before, sent }: ImportedTokens): Json {
  return mergeTokens(before, sent)
}

/**
 * Separates the system collections of an export of PocketBase 0.23 and later, which are stored nowhere, from the other items. Of them,
 * only the tokens of superusers can be changed.
 * @param settings the settings, which contain these tokens
 */
export function readSystemItems(
  items: readonly unknown[],
  settings: Settings,
  notes: ImportNotes,
): { others: unknown[]; tokens: ImportedTokens | undefined } {
  // Their dates are not compared.
  const system = systemCollections(settings, '')
  let tokens: ImportedTokens | undefined
  const others = items.filter(item => {
    const present = findSystem(item, system)
    if (!present || !isObject(item)) return true
    noteChanges(item, present, notes)
    if (present.name === superusers && changesSuperuserTokens(item, present)) {
      const sent = mergeTokens(tokens?.sent ?? {}, superuserTokensIn(item))
      tokens = { before: superuserTokensIn(present), sent }
    }
    return false
  })
  return { others, tokens }
}
