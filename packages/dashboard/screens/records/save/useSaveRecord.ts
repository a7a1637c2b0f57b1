import type { RecordJson } from '@coffer/fields/ui'
import { useToasts } from '@coffer/ui'
import { useEffect, useState } from 'react'
import {
  fieldErrorsOf,
  isOutcomeUnknown,
  isSilent,
  isUnreachable,
  statusOf,
  toastTextOf,
} from '../../../queries/connection/failure.ts'
import { fetchRecord, findRecord, saveRecord } from '../../../queries/records/record.ts'
import { useFailureToast } from '../../../shell/form/useFailureToast.ts'
import { settleConflicts } from '../conflict/settleConflicts.ts'
import type { AskAboutConflicts } from '../conflict/useConflictQuestion.ts'
import type { Draft } from '../draft/draft.ts'
import { draftIssues } from '../draft/draftIssues.ts'
import { recordBody } from '../draft/recordBody.ts'
import { isStored } from '../draft/saveAttempt.ts'
import { type FormContent, formOfDeleted, namesToSend, refillForm } from '../form/formContent.ts'
import type { RecordForm } from '../form/useRecordForm.ts'
import { type Upload, uploadOf } from './upload.ts'

interface SavedRecord {
  record: RecordJson
  /** The form values that were sent. */
  sent: Draft
}

interface SaveRecord {
  isSaving: boolean
  /** Whether the last save did not reach the server. */
  isUnsent: boolean
  /** The running upload, if the save contains files. */
  upload: Upload | undefined
  /** Saves the form. Resolves to the stored record, or to undefined if nothing was saved. */
  save: () => Promise<SavedRecord | undefined>
}

/** Thrown when the record was deleted since the form was filled. */
class RecordDeletedError extends Error {}

function rethrowAsDeleted(error: unknown): never {
  throw statusOf(error) === 404 ? new RecordDeletedError('', { cause: error }) : error
}

/**
 * Saves a record form. It validates the values, loads the stored record to find conflicts and the outcome of an earlier attempt, and
 * then writes. If anything fails, the form keeps what was typed. Closing the form cancels a running upload.
 */
export function useSaveRecord(form: RecordForm, isOpen: boolean, ask: AskAboutConflicts): SaveRecord {
  const [isSaving, setSaving] = useState(false)
  const [unsent, setUnsent] = useState<string>()
  const [upload, setUpload] = useState<Upload>()
  const toasts = useToasts()
  const failure = useFailureToast()
  const { collection } = form

  useEffect(() => {
    if (!isOpen) upload?.cancel()
  }, [isOpen, upload])

  /** Loads the stored record. A new record is looked up only after an attempt with an unknown outcome. */
  const loadStored = async ({ record, attempt, draft, newId }: FormContent): Promise<RecordJson | undefined> => {
    if (record) return fetchRecord(collection.id, record.id).catch(rethrowAsDeleted)
    return attempt && findRecord(collection.id, String(draft.id) || newId)
  }

  /** Refills the form if an earlier attempt turns out to have been stored. */
  const settle = (content: FormContent, stored: RecordJson): FormContent => {
    const { attempt, draft } = content
    if (!attempt) return content
    // Only this form knows the generated id, so a record with it comes from its own attempt.
    const isOurs = content.record === undefined && draft.id === ''
    return isOurs || isStored(attempt, collection, stored) ? refillForm(content, collection, stored, attempt.draft) : content
  }

  const send = async ({ record, draft, base, newId }: FormContent, names: string[]): Promise<RecordJson> => {
    const body = recordBody(collection, names, record ? draft : { ...draft, id: draft.id || newId }, base)
    const files = uploadOf(body)
    setUpload(files)
    form.setAttempt({ names, draft })
    try {
      return await saveRecord(collection.id, record?.id, body, files && { report: files.progress.set, signal: files.signal })
    } catch (error) {
      if (files?.signal.aborted) toasts.info('Upload canceled. Nothing was saved.')
      // A canceled upload was not stored, since it can only be canceled before it is sent completely.
      if (files?.signal.aborted || !isOutcomeUnknown(error)) form.setAttempt(undefined)
      throw record ? rethrowAsDeleted(error) : error
    } finally {
      setUpload(undefined)
    }
  }

  const write = async (): Promise<SavedRecord | undefined> => {
    let content = form.content
    const take = (worked: FormContent) => {
      form.apply(content, worked)
      content = worked
    }
    const stored = await loadStored(content)
    if (stored) take(settle(content, stored))
    if (stored && content.record) {
      const settled = await settleConflicts(content, collection, stored, { ask, purpose: 'save' })
      if (settled === undefined) return undefined
      take(settled)
    }
    const names = namesToSend(content, content.record === undefined)
    const record = names.length === 0 && stored ? stored : await send(content, names)
    return { record, sent: content.draft }
  }

  const report = (error: unknown) => {
    if (error instanceof RecordDeletedError) {
      form.apply(form.content, formOfDeleted(form.content, collection))
      failure.warn('This record has since been deleted. What you typed is kept.')
    } else if (isUnreachable(error)) {
      setUnsent(form.content.source)
    } else if (!isSilent(error)) {
      form.showErrors(fieldErrorsOf(error))
      failure.show(toastTextOf(error, path => path in form.draft))
    }
  }

  const save = async () => {
    if (isSaving) return undefined
    failure.clear()
    const issues = draftIssues(collection, form.names, form.draft)
    form.showErrors(issues)
    if (Object.keys(issues).length > 0) return undefined
    setSaving(true)
    setUnsent(undefined)
    try {
      const saved = await write()
      if (saved === undefined) return undefined
      toasts.success(form.isNew ? 'Successfully created record.' : 'Successfully updated record.')
      return saved
    } catch (error) {
      report(error)
      return undefined
    } finally {
      setSaving(false)
    }
  }

  return { isSaving, isUnsent: unsent === form.content.source, upload, save }
}
