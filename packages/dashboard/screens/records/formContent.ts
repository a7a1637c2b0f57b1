import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { changedNames, type Draft, draftOf, duplicateOf } from './draft.ts'
import { isSame } from './isSame.ts'
import { draftIdOf, keptDraft } from './recordDrafts.ts'
import { newRecord } from './useRecordsAddress.ts'

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
  kept: Draft | undefined
  isPasswordShown: boolean
}

export function nameSource({ collection, recordId, record, duplicated }: FormSource): string {
  return [collection.id, recordId, record === undefined ? '' : 'loaded', duplicated?.id ?? ''].join(' ')
}

/** The form as it opens. */
export function fillForm(source: FormSource): FormContent {
  const { collection, recordId, record, duplicated, nesting } = source
  const isNew = recordId === newRecord
  const base = isNew && duplicated !== undefined ? duplicateOf(collection, duplicated) : draftOf(collection, record)
  const kept =
    isNew || record !== undefined ? keptDraft(collection.id, draftIdOf(recordId, nesting), Object.keys(base)) : undefined
  const isKeptWorth = kept !== undefined && changedNames({ ...base, ...kept }, base).length > 0
  return {
    source: nameSource(source),
    record,
    base,
    untouched: base,
    draft: base,
    kept: isKeptWorth ? kept : undefined,
    isPasswordShown: isNew,
  }
}

/** The form after a save: the record as it is stored now, and what was typed since it was sent. */
export function refillForm(content: FormContent, collection: Collection, stored: RecordJson, sent: Draft): FormContent {
  const base = draftOf(collection, stored)
  const typedSince = changedNames(content.draft, sent).map(name => [name, content.draft[name]])
  const draft = typedSince.length === 0 ? base : { ...base, ...Object.fromEntries(typedSince) }
  return { ...content, record: stored, base, untouched: base, draft, kept: undefined, isPasswordShown: false }
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
