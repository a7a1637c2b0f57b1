import { newRecord } from '../context/useRecordsAddress.ts'
import type { Draft } from './draft.ts'

const secrets = ['password', 'passwordConfirm']

/** The name under which a record's changes are kept. A record may be open in several panels at once, each with changes of its own. */
export function draftIdOf(recordId: string, nesting: number): string {
  return nesting === 0 ? recordId : `${recordId}.${nesting}`
}

const tabKey = 'coffer.tab'

/** Names this tab, as long as it is open. */
function tabName(): string {
  const known = sessionStorage.getItem(tabKey)
  if (known !== null) return known
  const name = Math.random().toString(36).slice(2)
  sessionStorage.setItem(tabKey, name)
  return name
}

/** Stored records have ids without dots; see `draftIdOf`. */
const isOfNew = (draftId: string): boolean => draftId.split('.')[0] === newRecord

/** Unsaved changes that outlive the page, kept in local storage for each collection and record; `new` stands for one to be made. */
const keyOf = (collectionId: string, draftId: string): string => `coffer.draft.${collectionId}.${draftId}`

/** New records that are made in several tabs at once are several records. */
const ownKeyOf = (collectionId: string, draftId: string): string =>
  isOfNew(draftId) ? `${keyOf(collectionId, draftId)}~${tabName()}` : keyOf(collectionId, draftId)

/** Changes that were kept. */
export interface KeptDraft {
  values: Draft
  /** The id of the new record that they were sent to become, when it is not known whether it did. */
  newId: string | undefined
  /** Under which they are kept: by this tab, or for a new record by another one. */
  key: string
}

/** No field has such a name. */
const newIdKey = '@id'

/** Keeps the named values. Passwords never leave the form, and files cannot. */
export function keepDraft(
  collectionId: string,
  draftId: string,
  names: readonly string[],
  draft: Draft,
  newId: string | undefined,
): void {
  const kept = names.filter(name => !secrets.includes(name) && !holdsFile(draft[name]))
  if (kept.length === 0) {
    dropDraft(collectionId, draftId)
    return
  }
  const values = Object.fromEntries(kept.map(name => [name, draft[name]]))
  try {
    localStorage.setItem(
      ownKeyOf(collectionId, draftId),
      JSON.stringify(newId === undefined ? values : { ...values, [newIdKey]: newId }),
    )
  } catch {
    // Storage is full or forbidden: the form itself still holds everything.
  }
}

/** The kept values, as far as the collection still has such names; those of a new record also from another tab. */
export function keptDraft(collectionId: string, draftId: string, names: readonly string[]): KeptDraft | undefined {
  try {
    const own = ownKeyOf(collectionId, draftId)
    const others = Object.keys(localStorage).filter(key => key.startsWith(`${keyOf(collectionId, draftId)}~`))
    const key = localStorage.getItem(own) === null ? (others[0] ?? own) : own
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    const known = Object.entries(stored).filter(([name]) => names.includes(name) && !secrets.includes(name))
    if (known.length === 0) return undefined
    const newId = Object.entries(stored).find(([name]) => name === newIdKey)?.[1]
    return { values: Object.fromEntries(known), newId: typeof newId === 'string' ? newId : undefined, key }
  } catch {
    return undefined
  }
}

export function dropDraft(collectionId: string, draftId: string): void {
  try {
    localStorage.removeItem(ownKeyOf(collectionId, draftId))
  } catch {
    // Without storage nothing was kept.
  }
}

/** Forgets a draft wherever it is kept: it was taken into a form, or is not wanted. */
export function dropKeptDraft({ key }: KeptDraft): void {
  localStorage.removeItem(key)
}

function holdsFile(value: unknown): boolean {
  return Array.isArray(value) ? value.some(holdsFile) : value instanceof File
}
