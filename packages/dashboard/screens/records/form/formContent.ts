import { fieldType } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { isSame } from '../../../shell/form/isSame.ts'
import { newRecord } from '../context/useRecordsAddress.ts'
import { asList } from '../draft/asList.ts'
import { changedNames, type Draft, draftOf, duplicateOf } from '../draft/draft.ts'
import { draftIdOf, type KeptDraft, keptDraft } from '../draft/recordDrafts.ts'
import type { SaveAttempt } from '../draft/saveAttempt.ts'
import { randomRecordId } from './randomRecordId.ts'

/** What a record's form is filled from. */
export interface FormSource {
  collection: Collection
  /** A record's id, or `new`. */
  recordId: string
  /** Absent while it loads, and for a new one. */
  record: RecordJson | undefined
  /** What a new record is a copy of. */
  duplicated: RecordJson | undefined
  /** How many panels it was opened from. */
  nesting: number
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
  kept: KeptDraft | undefined
  isPasswordShown: boolean
  /** What a new record is called that is given no id. It is made up here, so that a second attempt to store it is known as one. */
  newId: string
  /** What was sent, and of which no answer told whether it was stored. */
  attempt: SaveAttempt | undefined
  /** The record that was edited is no more; a save makes it anew. */
  isGone: boolean
  /** The id under which a new record was saved while the form stays open. */
  savedAs: string | undefined
}

function nameSource({ collection, recordId, record, duplicated }: FormSource): string {
  return [collection.id, recordId, record === undefined ? '' : 'loaded', duplicated?.id ?? ''].join(' ')
}

/** The form as it opens. */
export function fillForm(source: FormSource): FormContent {
  const { collection, recordId, record, duplicated, nesting } = source
  const isNew = recordId === newRecord
  const base = isNew && duplicated !== undefined ? duplicateOf(collection, duplicated) : draftOf(collection, record)
  const kept =
    isNew || record !== undefined ? keptDraft(collection.id, draftIdOf(recordId, nesting), Object.keys(base)) : undefined
  const isKeptWorth = kept !== undefined && changedNames({ ...base, ...kept.values }, base).length > 0
  return {
    source: nameSource(source),
    record,
    base,
    untouched: base,
    draft: base,
    kept: isKeptWorth ? kept : undefined,
    isPasswordShown: isNew,
    newId: randomRecordId(),
    attempt: undefined,
    isGone: false,
    savedAs: undefined,
  }
}

/** The form after a save: the record as it is stored now, and what was typed since it was sent. */
export function refillForm(content: FormContent, collection: Collection, stored: RecordJson, sent: Draft): FormContent {
  const base = draftOf(collection, stored)
  const typedSince = changedNames(content.draft, sent).map(name => [name, content.draft[name]])
  const draft = typedSince.length === 0 ? base : { ...base, ...Object.fromEntries(typedSince), id: base.id }
  return {
    ...content,
    ...{ record: stored, base, untouched: base, draft },
    kept: undefined,
    isPasswordShown: false,
    attempt: undefined,
    isGone: false,
    savedAs: content.record === undefined && !content.isGone ? stored.id : content.savedAs,
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

/** The form with the changes of an earlier visit, which may have been sent already. */
export function restoreKept(content: FormContent): FormContent {
  const { kept } = content
  if (kept === undefined) return content
  const draft = { ...content.draft, ...kept.values }
  const attempt = kept.newId === undefined ? undefined : { names: [], draft: {} }
  return { ...content, draft, kept: undefined, newId: kept.newId ?? content.newId, attempt }
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
