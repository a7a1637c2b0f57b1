import type { Draft } from './draft.ts'

const secrets = ['password', 'passwordConfirm']

/** The name under which a record's changes are kept. A record may be open in several panels at once, each with changes of its own. */
export function draftIdOf(recordId: string, nesting: number): string {
  return nesting === 0 ? recordId : `${recordId}.${nesting}`
}

/** Unsaved changes that outlive the page, kept in local storage for each collection and record; `new` stands for one to be made. */
function keyOf(collectionId: string, draftId: string): string {
  return `coffer.draft.${collectionId}.${draftId}`
}

/** Changes that were kept. */
export interface KeptDraft {
  values: Draft
  /** The id of the new record that they were sent to become, when it is not known whether it did. */
  newId: string | undefined
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
      keyOf(collectionId, draftId),
      JSON.stringify(newId === undefined ? values : { ...values, [newIdKey]: newId }),
    )
  } catch {
    // Storage is full or forbidden: the form itself still holds everything.
  }
}

/** The kept values, as far as the collection still has such names. */
export function keptDraft(collectionId: string, draftId: string, names: readonly string[]): KeptDraft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(collectionId, draftId)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    const known = Object.entries(stored).filter(([name]) => names.includes(name) && !secrets.includes(name))
    if (known.length === 0) return undefined
    const newId = Object.entries(stored).find(([name]) => name === newIdKey)?.[1]
    return { values: Object.fromEntries(known), newId: typeof newId === 'string' ? newId : undefined }
  } catch {
    return undefined
  }
}

export function dropDraft(collectionId: string, draftId: string): void {
  try {
    localStorage.removeItem(keyOf(collectionId, draftId))
  } catch {
    // Without storage nothing was kept.
  }
}

function holdsFile(value: unknown): boolean {
  return Array.isArray(value) ? value.some(holdsFile) : value instanceof File
}
