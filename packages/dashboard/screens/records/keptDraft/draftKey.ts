import type { Collection } from '@coffer/schema'
import { newRecord } from '../context/useRecordsAddress.ts'

/** Whose unsaved changes, and of which form. */
export interface DraftPlace {
  /** The id of the admin who types: drafts are shown to nobody else. */
  owner: string
  collection: Collection
  /** A record's id, or `new`. */
  recordId: string
  /** How many panels the form was opened from. A record may be open in several at once, each with changes of its own. */
  nesting: number
}

/** What the keys of all drafts begin with. */
export const draftPrefix = 'coffer.draft.'

const tabKey = 'coffer.tab'

/** Names this tab, as long as it is open. */
function tabName(): string {
  const known = sessionStorage.getItem(tabKey)
  if (known !== null) return known
  const name = Math.random().toString(36).slice(2)
  sessionStorage.setItem(tabKey, name)
  return name
}

/** Stored records have ids without dots. */
function keyOf({ owner, collection, recordId, nesting }: DraftPlace): string {
  const draftId = nesting === 0 ? recordId : `${recordId}.${nesting}`
  return `${draftPrefix}${owner}.${collection.id}.${draftId}`
}

/** Where this tab keeps a draft. New records that are made in several tabs at once are several records. */
export const ownKeyOf = (place: DraftPlace): string =>
  place.recordId === newRecord ? `${keyOf(place)}~${tabName()}` : keyOf(place)

/** What begins the keys of other tabs for the same form. */
export const othersPrefixOf = (place: DraftPlace): string => `${keyOf(place)}~`
