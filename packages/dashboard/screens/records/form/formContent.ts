import { fieldType } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { isSame } from '../../../shell/form/isSame.ts'
import { newRecord } from '../context/useRecordsAddress.ts'
import { asList } from '../draft/asList.ts'
import { changedNames, type Draft, draftOf, duplicateOf } from '../draft/draft.ts'
import type { SaveAttempt } from '../draft/saveAttempt.ts'
import type { DraftPlace } from '../keptDraft/draftKey.ts'
import type { KeptFile } from '../keptDraft/KeptFile.ts'
import { type KeptDraft, keptDrafts } from '../keptDraft/keptDrafts.ts'
import { restoreFiles } from '../keptDraft/restoreFiles.ts'
import { randomRecordId } from './randomRecordId.ts'

/** What a record's form is filled from. */
export interface FormSource extends DraftPlace {
  /** Absent while it loads, and for a new one. */
  record: RecordJson | undefined
  /** What a new record is a copy of. */
  duplicated: RecordJson | undefined
  /** The record is no more; there are drafts of it. */
  isGone?: boolean | undefined
}

export interface FormContent {
  /** Names the source: another one fills the form anew. */
  source: string
  record: RecordJson | undefined
  /** The record's values as they are stored. */
  base: Draft
  /** The values before anyone touched them: those of the base, without what is no more. */
  untouched: Draft
  draft: Draft
  /** Names this opening of the form: what it keeps overwrites no other's. */
  formId: string
  /** Drafts of earlier visits and of other tabs that are offered. */
  kept: readonly KeptDraft[]
  /** All drafts that were found when the form opened. Closing it without restoring them removes them. */
  found: readonly KeptDraft[]
  /** Names of new files that could not be restored with what was kept. */
  lostFiles: string[]
  isPasswordShown: boolean
  /** What a new record is called that is given no id. It is made up here, so that a second attempt to store it is known as one. */
  newId: string
  /** What was sent, and of which no answer told whether it was stored. */
  attempt: SaveAttempt | undefined
  /** The record is no more; a save makes it anew. */
  isGone: boolean
  /** The id under which a record was made while the form stays open. */
  savedAs: string | undefined
}

function nameSource({ collection, recordId, record, duplicated, isGone }: FormSource): string {
  // Before the panel leaves a record for its copy, it still shows the record.
  const copied = (recordId === newRecord && duplicated?.id) || ''
  return [collection.id, recordId, isGone ? 'gone' : record === undefined ? '' : 'loaded', copied].join(' ')
}

/** The form as it opens. */
export function fillForm(source: FormSource): FormContent {
  const { collection, recordId, record, duplicated, isGone = false } = source
  const isNew = recordId === newRecord
  const base = isNew && duplicated !== undefined ? duplicateOf(collection, duplicated) : draftOf(collection, record)
  // A copy is begun by intent, with values of its own: what was typed into another new record is offered where one is begun anew.
  const isOffered = duplicated === undefined && (isNew || isGone || record !== undefined)
  // What is made anew keeps its id.
  const untouched = isGone ? { ...base, id: recordId } : base
  const found = isOffered ? keptDrafts(source) : []
  return {
    source: nameSource(source),
    record,
    base,
    untouched,
    draft: untouched,
    formId: randomRecordId(),
    kept: found.filter(kept => isGone || isWorth(kept, base)),
    found,
    lostFiles: [],
    isPasswordShown: isNew || isGone,
    newId: randomRecordId(),
    attempt: undefined,
    isGone,
    savedAs: undefined,
  }
}

/** Whether anything that was kept differs from what is stored by now. */
function isWorth({ values, files }: KeptDraft, base: Draft): boolean {
  const restored = { ...base, ...values, ...restoreFiles(files, base, file => file).values }
  return changedNames(restored, base).length > 0
}

/** The form after a save: the record as it is stored now, and what was typed since it was sent. */
export function refillForm(content: FormContent, collection: Collection, stored: RecordJson, sent: Draft): FormContent {
  const base = draftOf(collection, stored)
  const typedSince = changedNames(content.draft, sent).map(name => [name, content.draft[name]])
  const draft = typedSince.length === 0 ? base : { ...base, ...Object.fromEntries(typedSince), id: base.id }
  return {
    ...content,
    ...{ record: stored, base, untouched: base, draft },
    kept: [],
    lostFiles: [],
    isPasswordShown: false,
    attempt: undefined,
    isGone: false,
    savedAs: content.record === undefined ? stored.id : content.savedAs,
  }
}

/** The form of a record that someone deleted: it makes the record anew, of which all is kept but the stored files. */
export function formOfGone(content: FormContent, collection: Collection): FormContent {
  const base = draftOf(collection, undefined)
  const draft = { ...content.draft }
  for (const field of collection.schema.filter(field => fieldType(field).holdsFiles)) {
    const added = asList(draft[field.name]).filter(item => item instanceof File)
    draft[field.name] = fieldType(field).isMultiple(field.options) ? added : (added[0] ?? '')
  }
  return { ...content, record: undefined, base, untouched: base, draft, isPasswordShown: true, attempt: undefined, isGone: true }
}

/** The form that was worked out from an earlier state of it, and what was typed since. */
export function withTypedSince(content: FormContent, earlier: FormContent, worked: FormContent): FormContent {
  const typedSince = changedNames(content.draft, earlier.draft).map(name => [name, content.draft[name]])
  return typedSince.length === 0 ? worked : { ...worked, draft: { ...worked.draft, ...Object.fromEntries(typedSince) } }
}

/**
 * The form with the changes of an earlier visit, which may have been sent already, based on what they were based on then; `find` gives
 * their new files as far as they are left.
 */
export function restoreKept(content: FormContent, kept: KeptDraft, find: (file: KeptFile) => File | undefined): FormContent {
  const files = restoreFiles(kept.files, content.base, find)
  return {
    ...content,
    base: content.record ? { ...content.base, ...kept.base, ...files.base } : content.base,
    draft: { ...content.draft, ...kept.values, ...files.values },
    kept: [],
    lostFiles: files.lost.map(({ name }) => name),
    newId: kept.newId ?? content.newId,
    attempt: kept.newId === undefined ? undefined : { names: [], draft: {} },
  }
}

/** Whether a form shows what it is to be filled from, which it also does while a record just saved takes the place of a new one. */
export function isFilledFrom(content: FormContent, source: FormSource): boolean {
  if (content.source === nameSource(source)) return true
  return content.savedAs !== undefined && content.savedAs === source.recordId
}

/** The form with a value put right that nobody typed: a save writes it, but it counts as no change of the reader's. */
export function repairValue(content: FormContent, name: string, value: unknown): FormContent {
  const { draft, untouched } = content
  const repaired = { ...draft, [name]: value }
  if (draft === untouched) return { ...content, draft: repaired, untouched: repaired }
  const isTyped = !isSame(draft[name], untouched[name])
  return { ...content, draft: repaired, untouched: isTyped ? untouched : { ...untouched, [name]: value } }
}

/** Names of the values that a save writes: all of a new record, else those that were changed. */
export function namesToSend({ draft, base, isPasswordShown }: FormContent, isNew: boolean): string[] {
  if (isNew) return Object.keys(draft)
  return [...new Set([...changedNames(draft, base), ...(isPasswordShown ? ['password', 'passwordConfirm'] : [])])]
}
