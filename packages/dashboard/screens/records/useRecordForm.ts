import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../../queries/failure.ts'
import { useFieldErrors } from '../../shell/useFieldErrors.ts'
import { changedNames, type Draft } from './draft.ts'
import { type FormSource, fillForm, nameSource, namesToSend, refillForm, repairValue } from './formContent.ts'
import { draftIdOf, dropDraft, keepDraft } from './recordDrafts.ts'
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
  /** Puts right a value that cannot be saved as it is; closing the form asks nothing about that. */
  repairValue: (name: string, value: unknown) => void
  setPasswordShown: (isShown: boolean) => void
  showErrors: (errors: FieldErrors) => void
  restoreKept: () => void
  dropKept: () => void
  /** Fills the form with the record as it is stored now; what was typed since `sent` stays. */
  reset: (record: RecordJson, sent: Draft) => void
}

interface RecordFormOptions extends FormSource {
  /** Errors are about to be laid on the inputs, which must be in view for that. */
  onErrors: () => void
}

/** The form of one record: what is typed, what that changes, and what is wrong with it. */
export function useRecordForm(source: RecordFormOptions): RecordForm {
  const { collection, recordId } = source
  const draftId = draftIdOf(recordId, source.nesting)
  const [content, setContent] = useState(() => fillForm(source))
  const element = useRef<HTMLDivElement>(null)
  const { errors, show, clear } = useFieldErrors(element)

  let current = content
  if (content.source !== nameSource(source)) {
    current = fillForm(source)
    setContent(current)
  }
  const { draft, untouched } = current
  const isNew = recordId === newRecord
  const change = (values: Draft) => setContent(last => ({ ...last, draft: { ...last.draft, ...values }, kept: undefined }))

  // An untouched form keeps nothing and drops nothing that was kept before.
  useEffect(() => {
    if (draft !== untouched) keepDraft(collection.id, draftId, changedNames(draft, untouched), draft)
  }, [collection.id, draftId, draft, untouched])

  return {
    ...current,
    collection,
    isNew,
    names: namesToSend(current, isNew),
    hasChanges: changedNames(draft, untouched).length > 0,
    errors,
    element,
    setValue: (name, value) => {
      clear(name)
      change({ [name]: value })
    },
    repairValue: (name, value) => setContent(last => repairValue(last, name, value)),
    setPasswordShown: isPasswordShown => {
      change({ password: '', passwordConfirm: '' })
      setContent(last => ({ ...last, isPasswordShown }))
      clear('password')
      clear('passwordConfirm')
    },
    showErrors: shown => {
      if (Object.keys(shown).length > 0) source.onErrors()
      show(shown)
    },
    restoreKept: () => change(current.kept ?? {}),
    dropKept: () => {
      dropDraft(collection.id, draftId)
      setContent(last => ({ ...last, kept: undefined }))
    },
    reset: (stored, sent) => setContent(last => refillForm(last, collection, stored, sent)),
  }
}
