import type { Collection } from '@coffer/schema'

/** The admin and the record that a draft belongs to. */
export interface DraftScope {
  /** Id of the admin. Drafts are not shown to other admins. */
  owner: string
  collection: Collection
  /** Id of the record, or `new`. */
  recordId: string
  /** Number of panels below the form. The same record can be open in several panels with different changes. */
  nesting: number
}

/** Identifies the draft of one form, so that several forms of the same record never overwrite each other's drafts. */
export interface FormScope extends DraftScope {
  /** Unique per opening of the form. */
  formId: string
}

/** Prefix of the keys of all drafts. */
export const draftPrefix = 'coffer.draft.'

const tabKey = 'coffer.tab'

/** Returns the name of this tab, which it keeps until it is closed. A duplicated tab has the same name. */
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

/** Returns the key that all tabs share. Record ids contain no dots, so the nesting suffix is unambiguous. */
function keyOf({ owner, collection, recordId, nesting }: DraftScope): string {
  const draftId = nesting === 0 ? recordId : `${recordId}.${nesting}`
  return `${draftPrefix}${owner}.${collection.id}.${draftId}`
}

/** Returns the prefix of the keys of this tab's drafts of a record. */
export function tabPrefixOf(scope: DraftScope): string {
  return `${keyOf(scope)}~${tabName()}`
}

/** Returns the key of a form's draft. */
export function draftKeyOf(scope: FormScope): string {
  return `${tabPrefixOf(scope)}.${scope.formId}`
}

/** Returns whether a key belongs to a draft of the record in any tab. Keys of older versions have no tab name. */
export function isKeyOf(scope: DraftScope, key: string): boolean {
  const shared = keyOf(scope)
  return key === shared || key.startsWith(`${shared}~`)
}
