import { fieldType } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { isSame } from '../../../shell/form/isSame.ts'
import { newRecord } from '../context/useRecordsAddress.ts'
import { asList } from '../draft/asList.ts'
import { changedNames, type Draft, draftOf, duplicateOf } from '../draft/draft.ts'
import type { SaveAttempt } from '../draft/saveAttempt.ts'
import type { DraftScope } from '../draftStorage/draftKey.ts'
import type { FilePlaceholder } from '../draftStorage/filePlaceholders.ts'
import { loadDrafts, type StoredDraft } from '../draftStorage/loadDrafts.ts'
import { restoreFiles } from '../draftStorage/restoreFiles.ts'
import { randomRecordId } from './randomRecordId.ts'

/** The source of a form's initial values. */
export interface FormSource extends DraftScope {
  /** The stored record; undefined while loading and for a new record. */
  record: RecordJson | undefined
  /** The original, if a new record is a copy. */
  duplicated: RecordJson | undefined
  /** Whether the record was deleted but still has drafts. */
  isGone?: boolean | undefined
}

export interface FormContent {
  /** Identifies the source. The form is refilled when it changes. */
  source: string
  record: RecordJson | undefined
  /** The stored values of the record. */
  base: Draft
  /** The initial values: those of `base` after automatic repairs. */
  untouched: Draft
  draft: Draft
  /** Unique per opening of the form, so that forms never overwrite each other's drafts. */
  formId: string
  /** Drafts from earlier visits and other tabs that the form offers to restore. */
  offered: readonly StoredDraft[]
  /** All drafts that existed when the form opened. Closing the form without restoring them deletes them. */
  found: readonly StoredDraft[]
  /** Names of the draft's new files that could not be restored. */
  lostFiles: string[]
  isPasswordShown: boolean
  /** Id for a new record without an id. Generated in the browser, so that a retry can find out whether the first attempt was stored. */
  newId: string
  /** The last request, if its outcome is unknown. */
  attempt: SaveAttempt | undefined
  /** Whether the record was deleted. A save recreates it. */
  isGone: boolean
  /** The id of the record that this form has created, if it is still open. */
  savedAs: string | undefined
}

function nameSource({ collection, recordId, record, duplicated, isGone }: FormSource): string {
  // When duplicating, `duplicated` is set before the panel switches to the new record.
  const copied = (recordId === newRecord && duplicated?.id) || ''
  return [collection.id, recordId, isGone ? 'gone' : record === undefined ? '' : 'loaded', copied].join(' ')
}

/** Fills a form when it opens. */
export function fillForm(source: FormSource): FormContent {
  const { collection, recordId, record, duplicated, isGone = false } = source
  const isNew = recordId === newRecord
  const base = isNew && duplicated !== undefined ? duplicateOf(collection, duplicated) : draftOf(collection, record)
  // A copy has its own initial values, so it does not offer the drafts of other new records.
  const isOffered = duplicated === undefined && (isNew || isGone || record !== undefined)
  // A recreated record keeps its id.
  const untouched = isGone ? { ...base, id: recordId } : base
  const found = isOffered ? loadDrafts(source) : []
  return {
    source: nameSource(source),
    record,
    base,
    untouched,
    draft: untouched,
    formId: randomRecordId(),
    offered: found.filter(each => isGone || hasDifferences(each, base)),
    found,
    lostFiles: [],
    isPasswordShown: isNew || isGone,
    newId: randomRecordId(),
    attempt: undefined,
    isGone,
    savedAs: undefined,
  }
}

/** Returns whether a draft differs from the stored values. */
function hasDifferences({ values, files }: StoredDraft, base: Draft): boolean {
  const restored = { ...base, ...values, ...restoreFiles(files, base, file => file).values }
  return changedNames(restored, base).length > 0
}

/** Fills the form with the saved record, and keeps what was typed after the request was sent. */
export function refillForm(content: FormContent, collection: Collection, stored: RecordJson, sent: Draft): FormContent {
  const base = draftOf(collection, stored)
  const typedSince = changedNames(content.draft, sent).map(name => [name, content.draft[name]])
  const draft = typedSince.length === 0 ? base : { ...base, ...Object.fromEntries(typedSince), id: base.id }
  return {
    ...content,
    record: stored,
    base,
    untouched: base,
    draft,
    offered: [],
    lostFiles: [],
    isPasswordShown: false,
    attempt: undefined,
    isGone: false,
    savedAs: content.record === undefined ? stored.id : content.savedAs,
  }
}

/** Turns the form of a deleted record into one that recreates it. All values are kept except the stored files. */
export function formOfDeleted(content: FormContent, collection: Collection): FormContent {
  const base = draftOf(collection, undefined)
  const draft = { ...content.draft }
  for (const field of collection.schema.filter(field => fieldType(field).holdsFiles)) {
    const added = asList(draft[field.name]).filter(item => item instanceof File)
    draft[field.name] = fieldType(field).isMultiple(field.options) ? added : (added[0] ?? '')
  }
  return { ...content, record: undefined, base, untouched: base, draft, isPasswordShown: true, attempt: undefined, isGone: true }
}

/** Applies what was typed since the `earlier` state to the result of an operation on that state. */
export function withTypedSince(content: FormContent, earlier: FormContent, worked: FormContent): FormContent {
  const typedSince = changedNames(content.draft, earlier.draft).map(name => [name, content.draft[name]])
  return typedSince.length === 0 ? worked : { ...worked, draft: { ...worked.draft, ...Object.fromEntries(typedSince) } }
}

/**
 * Restores a draft, with the base values it was typed over. If the draft has a new id, it may already have been sent.
 * @param find returns the content of a new file, if the browser still has it
 */
export function restoreDraft(
  content: FormContent,
  stored: StoredDraft,
  find: (file: FilePlaceholder) => File | undefined,
): FormContent {
  const files = restoreFiles(stored.files, content.base, find)
  return {
    ...content,
    base: content.record ? { ...content.base, ...stored.base, ...files.base } : content.base,
    draft: { ...content.draft, ...stored.values, ...files.values },
    offered: [],
    lostFiles: files.lost.map(({ name }) => name),
    newId: stored.newId ?? content.newId,
    attempt: stored.newId === undefined ? undefined : { names: [], draft: {} },
  }
}

/** Returns whether a form shows its source. A form that has created a record also shows the created record. */
export function isFilledFrom(content: FormContent, source: FormSource): boolean {
  if (content.source === nameSource(source)) return true
  return content.savedAs !== undefined && content.savedAs === source.recordId
}

/** Repairs a value that cannot be saved as it is. The next save writes it, but it does not count as a change by the user. */
export function repairValue(content: FormContent, name: string, value: unknown): FormContent {
  const { draft, untouched } = content
  const repaired = { ...draft, [name]: value }
  if (draft === untouched) return { ...content, draft: repaired, untouched: repaired }
  const isTyped = !isSame(draft[name], untouched[name])
  return { ...content, draft: repaired, untouched: isTyped ? untouched : { ...untouched, [name]: value } }
}

/** Returns the names of the values to send: all for a new record, otherwise the changed ones. */
export function namesToSend({ draft, base, isPasswordShown }: FormContent, isNew: boolean): string[] {
  if (isNew) return Object.keys(draft)
  return [...new Set([...changedNames(draft, base), ...(isPasswordShown ? ['password', 'passwordConfirm'] : [])])]
}
