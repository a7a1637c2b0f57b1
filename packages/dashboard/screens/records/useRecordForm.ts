import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../../queries/failure.ts'
import { useFieldErrors } from '../../shell/useFieldErrors.ts'
import { changedNames, type Draft, draftOf, duplicateOf } from './draft.ts'
import { dropDraft, keepDraft, keptDraft } from './recordDrafts.ts'
import { newRecord } from './useRecordsAddress.ts'

export interface RecordForm {
  collection: Collection
  /** The stored record; absent while one is created or still loading. */
  record: RecordJson | undefined
  isNew: boolean
  draft: Draft
  base: Draft
  /** Names of the values that a save would write. */
  names: string[]
  hasChanges: boolean
  /** Whether the password inputs of an existing account show. */
  isPasswordShown: boolean
  errors: FieldErrors
  /** Around all inputs. */
  element: RefObject<HTMLDivElement | null>
  /** Changes kept from an earlier visit that the record does not have. */
  kept: Draft | undefined
  setValue: (name: string, value: unknown) => void
  setPasswordShown: (isShown: boolean) => void
  showErrors: (errors: FieldErrors) => void
  restoreKept: () => void
  dropKept: () => void
  /** Fills the form with the record as it is stored now; what was typed since `sent` stays. */
  reset: (record: RecordJson, sent: Draft) => void
}

interface Content {
  source: string
  record: RecordJson | undefined
  base: Draft
  draft: Draft
  kept: Draft | undefined
  isPasswordShown: boolean
}

interface Source {
  collection: Collection
  /** A record's id, or `new`. */
  recordId: string
  record: RecordJson | undefined
  /** What a new record is a copy of. */
  duplicated: RecordJson | undefined
}

/** The form of one record: what is typed, what that changes, and what is wrong with it. */
export function useRecordForm({ collection, recordId, record, duplicated }: Source): RecordForm {
  const source = [collection.id, recordId, record === undefined ? '' : 'loaded', duplicated?.id ?? ''].join(' ')
  const [content, setContent] = useState(() => fill(source, collection, recordId, record, duplicated))
  const element = useRef<HTMLDivElement>(null)
  const { errors, show, clear } = useFieldErrors(element)

  let current = content
  if (content.source !== source) {
    current = fill(source, collection, recordId, record, duplicated)
    setContent(current)
  }

  const isNew = recordId === newRecord
  const { draft, base, isPasswordShown } = current
  const changed = changedNames(draft, base)

  const change = (values: Draft) => setContent(last => ({ ...last, draft: { ...last.draft, ...values }, kept: undefined }))

  // An untouched form keeps nothing and drops nothing that was kept before.
  useEffect(() => {
    if (draft !== base) keepDraft(collection.id, recordId, changedNames(draft, base), draft)
  }, [collection.id, recordId, draft, base])

  return {
    collection,
    record: current.record,
    isNew,
    draft,
    base,
    names: isNew ? Object.keys(draft) : [...new Set([...changed, ...(isPasswordShown ? ['password', 'passwordConfirm'] : [])])],
    hasChanges: changed.length > 0,
    isPasswordShown,
    errors,
    element,
    kept: current.kept,
    setValue: (name, value) => {
      clear(name)
      change({ [name]: value })
    },
    setPasswordShown: isShown => {
      change({ password: '', passwordConfirm: '' })
      setContent(last => ({ ...last, isPasswordShown: isShown }))
      clear('password')
      clear('passwordConfirm')
    },
    showErrors: show,
    restoreKept: () => change(current.kept ?? {}),
    dropKept: () => {
      dropDraft(collection.id, recordId)
      setContent(last => ({ ...last, kept: undefined }))
    },
    reset: (stored, sent) =>
      setContent(last => {
        const base = draftOf(collection, stored)
        const typedSince = changedNames(last.draft, sent).map(name => [name, last.draft[name]])
        const draft = typedSince.length === 0 ? base : { ...base, ...Object.fromEntries(typedSince) }
        return { ...last, record: stored, base, draft, kept: undefined, isPasswordShown: false }
      }),
  }
}

function fill(
  source: string,
  collection: Collection,
  recordId: string,
  record: RecordJson | undefined,
  duplicated: RecordJson | undefined,
): Content {
  const isNew = recordId === newRecord
  const base = isNew && duplicated !== undefined ? duplicateOf(collection, duplicated) : draftOf(collection, record)
  const kept = isNew || record !== undefined ? keptDraft(collection.id, recordId, Object.keys(base)) : undefined
  const isKeptWorth = kept !== undefined && changedNames({ ...base, ...kept }, base).length > 0
  return { source, record, base, draft: base, kept: isKeptWorth ? kept : undefined, isPasswordShown: isNew }
}
