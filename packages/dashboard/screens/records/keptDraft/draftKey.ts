import type { Collection } from '@coffer/schema'

/** Whose unsaved changes, and of which record. */
export interface DraftPlace {
  /** The id of the admin who types: drafts are shown to nobody else. */
  owner: string
  collection: Collection
  /** A record's id, or `new`. */
  recordId: string
  /** How many panels the form was opened from. A record may be open in several at once, each with changes of its own. */
  nesting: number
}

/** The place of one form's draft: several of the same record, in several tabs or one after another, overwrite none of each other. */
export interface FormPlace extends DraftPlace {
  /** Another one each time that a form opens. */
  formId: string
}

/** What the keys of all drafts begin with. */
export const draftPrefix = 'coffer.draft.'

const tabKey = 'coffer.tab'

/** Names this tab, as long as it is open; a copy of it has the same name. */
function tabName(): string {
  try {
    const known = sessionStorage.getItem(tabKey)
    if (known !== null) return known
    const name = Math.random().toString(36).slice(2)
    sessionStorage.setItem(tabKey, name)
    return name
  } catch {
    return ''
  }
}

/** Stored records have ids without dots. */
function keyOf({ owner, collection, recordId, nesting }: DraftPlace): string {
  const draftId = nesting === 0 ? recordId : `${recordId}.${nesting}`
  return `${draftPrefix}${owner}.${collection.id}.${draftId}`
}

/** What the keys of drafts begin with that this tab keeps of a record. */
export const tabPrefixOf = (place: DraftPlace): string => `${keyOf(place)}~${tabName()}`

/** Where a form keeps its draft. */
export const ownKeyOf = (place: FormPlace): string => `${tabPrefixOf(place)}.${place.formId}`

/** Whether a key is that of a draft of the record, of any tab; the keys of older versions name none. */
export const isKeyOf = (place: DraftPlace, key: string): boolean => {
  const shared = keyOf(place)
  return key === shared || key.startsWith(`${shared}~`)
}
