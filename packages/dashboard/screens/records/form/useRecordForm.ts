import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../../../queries/connection/failure.ts'
import { useFieldErrors } from '../../../shell/form/useFieldErrors.ts'
import { useAdmin } from '../../../shell/session/session.ts'
import { settleConflicts } from '../conflict/settleConflicts.ts'
import type { AskAboutConflicts } from '../conflict/useConflictQuestion.ts'
import { newRecord } from '../context/useRecordsAddress.ts'
import { changedNames, type Draft } from '../draft/draft.ts'
import type { SaveAttempt } from '../draft/saveAttempt.ts'
import { placeholdersIn } from '../draftStorage/filePlaceholders.ts'
import { readFiles } from '../draftStorage/fileStore.ts'
import { loadDrafts, type StoredDraft } from '../draftStorage/loadDrafts.ts'
import { adoptStoredDraft, deleteDraft, deleteStoredDraft } from '../draftStorage/recordDrafts.ts'
import { useDraftStorage } from '../draftStorage/useDraftStorage.ts'
import {
  type FormContent,
  type FormSource,
  fillForm,
  isFilledFrom,
  namesToSend,
  refillForm,
  repairValue,
  restoreDraft,
  withTypedSince,
} from './formContent.ts'

export interface RecordForm extends Omit<FormContent, 'source' | 'untouched' | 'formId' | 'found'> {
  collection: Collection
  /** The complete current state of the form. */
  content: FormContent
  /** Whether a save creates the record. */
  isNew: boolean
  /** Names of the values that a save writes. */
  names: string[]
  hasChanges: boolean
  errors: FieldErrors
  /** The element that contains all inputs. */
  element: RefObject<HTMLDivElement | null>
  setValue: (name: string, value: unknown) => void
  /** Repairs a value that cannot be saved as it is. Closing the form does not ask about repairs. */
  repairValue: (name: string, value: unknown) => void
  setPasswordShown: (isShown: boolean) => void
  showErrors: (errors: FieldErrors) => void
  /** Restores a draft, unless the user cancels the conflict dialog. */
  restoreDraft: (draft: StoredDraft) => Promise<void>
  dismissLostFiles: () => void
  /** Deletes one of the offered drafts. */
  discardDraft: (draft: StoredDraft) => void
  /** Deletes the draft of this form before it closes. */
  deleteDraft: () => void
  /** Deletes all drafts of the record after it was deleted. */
  deleteAllDrafts: () => void
  /** Applies the result of an operation on an earlier state, and keeps what was typed since. */
  apply: (earlier: FormContent, worked: FormContent) => void
  /** Stores what is being sent until its outcome is known. */
  setAttempt: (attempt: SaveAttempt | undefined) => void
  /** Returns whether anything was typed since these values were sent. */
  hasTypedSince: (sent: Draft) => boolean
  /** Deletes the drafts after a save and marks all values as unchanged. */
  finish: () => void
  /** Fills the form with the saved record, and keeps what was typed since `sent`. */
  reset: (record: RecordJson, sent: Draft) => void
}

interface RecordFormOptions extends Omit<FormSource, 'owner'> {
  isOpen: boolean
  /** Called before errors are set, to show the tab with the inputs. */
  onErrors: () => void
  /** Asks which values to keep when a restored draft conflicts with changes by others. */
  ask: AskAboutConflicts
}

function deleteEach(drafts: readonly StoredDraft[]): void {
  for (const draft of drafts) deleteStoredDraft(draft)
}

/** State of a record form: values, changes and errors. */
export function useRecordForm(options: RecordFormOptions): RecordForm {
  const { collection, recordId, isOpen } = options
  const admin = useAdmin()
  // If another admin signs in in another tab, the draft still belongs to the admin who opened the form.
  const [owner] = useState(admin?.id ?? '')
  const source: FormSource = { ...options, owner }
  const [stored, setContent] = useState(() => fillForm(source))
  const element = useRef<HTMLDivElement>(null)
  const { errors, show, clear } = useFieldErrors(element)

  let content = stored
  if (!isFilledFrom(stored, source)) {
    content = fillForm(source)
    setContent(content)
  }
  // Errors belong to the previous record when the form shows another one.
  const clearErrors = useEffectEvent(() => show({}))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source identifies the record
  useEffect(() => clearErrors(), [content.source])

  const latest = useRef(content)
  useLayoutEffect(() => {
    const { source, found } = latest.current
    // Switching from a record to its copy does not close the record's form, so its drafts stay.
    if (source !== content.source && recordId !== newRecord) deleteEach(found)
    latest.current = content
  }, [content, recordId])
  // A reload or the end of the session unmounts the form without closing it, so the drafts stay.
  useEffect(() => {
    if (!isOpen) deleteEach(latest.current.found)
  }, [isOpen])
  const { draft, untouched, savedAs, isGone, attempt, newId, formId } = content
  const scope = { ...source, formId, recordId: savedAs ?? recordId }
  const isNew = isGone || (recordId === newRecord && savedAs === undefined)
  const change = (values: Draft) => setContent(last => ({ ...last, draft: { ...last.draft, ...values }, offered: [] }))

  useDraftStorage(scope, { ...content, isNew, newId: isNew && attempt !== undefined ? newId : undefined })

  return {
    ...content,
    content,
    collection,
    isNew,
    names: namesToSend(content, isNew),
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
      if (Object.keys(shown).length > 0) options.onErrors()
      show(shown)
    },
    restoreDraft: async stored => {
      const named = Object.values(stored.files).flatMap(({ value }) => placeholdersIn(value))
      const files = await readFiles(named.map(({ id }) => id))
      // The form may show another record by now.
      if (latest.current.source !== content.source) return
      const { record } = content
      const whole = restoreDraft(content, stored, ({ id }) => files.get(id))
      const restored = record ? await settleConflicts(whole, collection, record, { ask: options.ask, purpose: 'restore' }) : whole
      if (restored === undefined || latest.current.source !== content.source) return
      adoptStoredDraft(scope, stored)
      setContent(last => withTypedSince(last, content, restored))
    },
    dismissLostFiles: () => setContent(last => ({ ...last, lostFiles: [] })),
    discardDraft: draft => {
      deleteStoredDraft(draft)
      setContent(last => ({ ...last, offered: last.offered.filter(each => each !== draft) }))
    },
    deleteDraft: () => deleteDraft(scope),
    deleteAllDrafts: () => {
      for (const draft of loadDrafts(scope)) deleteStoredDraft(draft)
      setContent(last => ({ ...last, offered: [] }))
    },
    hasTypedSince: sent => changedNames(latest.current.draft, sent).length > 0,
    finish: () => {
      // A new record may have got its id while it was being saved, so there may be a draft under either id.
      for (const id of [recordId, latest.current.savedAs ?? recordId]) deleteDraft({ ...scope, recordId: id })
      // Drafts of other tabs may still be in use there.
      deleteEach(latest.current.found.filter(({ isFromThisTab }) => isFromThisTab))
      setContent(last => ({ ...last, untouched: last.draft, offered: [], found: [], attempt: undefined }))
    },
    apply: (earlier, worked) => setContent(last => withTypedSince(last, earlier, worked)),
    setAttempt: attempt => setContent(last => ({ ...last, attempt })),
    reset: (record, sent) => setContent(last => refillForm(last, collection, record, sent)),
  }
}
