import type { RecordJson } from '@coffer/fields/ui'
import { useConfirm, useToasts } from '@coffer/ui'
import { useEffect, useState } from 'react'
import { fieldErrorsOf, isSilent, messageOf } from '../../queries/failure.ts'
import { fetchRecord, saveRecord } from '../../queries/records.ts'
import { conflictingNames, draftOf } from './draft.ts'
import { draftIssues } from './draftIssues.ts'
import { recordBody } from './recordBody.ts'
import { type Upload, uploadOf } from './upload.ts'
import type { RecordForm } from './useRecordForm.ts'

interface SaveRecord {
  isSaving: boolean
  /** The files that are being sent. */
  upload: Upload | undefined
  /** Writes the form; answers the record as stored, or nothing when it was not written. */
  save: () => Promise<RecordJson | undefined>
}

/**
 * Saves a record's form: issues first, then a look at what others did meanwhile, then the write. Files that are on their way when
 * the form closes are given up with it.
 */
export function useSaveRecord(form: RecordForm, isOpen: boolean): SaveRecord {
  const [isSaving, setSaving] = useState(false)
  const [upload, setUpload] = useState<Upload>()
  const confirm = useConfirm()
  const toasts = useToasts()
  const { collection, record, names, draft, base } = form

  const mayWrite = async (): Promise<boolean> => {
    if (record === undefined) return true
    const stored = await fetchRecord(collection.id, record.id)
    const conflicts = conflictingNames(names, draft, base, draftOf(collection, stored))
    if (conflicts.length === 0) return true
    return confirm({
      text: `Someone changed this record after you opened it: ${conflicts.join(', ')}.\nDo you want to save your changes over theirs?`,
      yes: 'Save over',
      no: 'Keep editing',
      danger: true,
    })
  }

  useEffect(() => {
    if (!isOpen) upload?.cancel()
  }, [isOpen, upload])

  /** Writes a body; files in it can be followed on their way. */
  const send = async (body: FormData): Promise<RecordJson> => {
    const files = uploadOf(body)
    setUpload(files)
    try {
      return await saveRecord(collection.id, record?.id, body, files)
    } catch (error) {
      if (files?.signal.aborted) toasts.info('The upload was cancelled. Nothing was saved.')
      throw error
    } finally {
      setUpload(undefined)
    }
  }

  const write = async (): Promise<RecordJson | undefined> => {
    if (!(await mayWrite())) return undefined
    const saved = await send(recordBody(collection, names, draft, base))
    form.dropKept()
    toasts.success(record === undefined ? 'Successfully created record.' : 'Successfully updated record.')
    return saved
  }

  const save = async () => {
    if (isSaving) return undefined
    const issues = draftIssues(collection, names, draft)
    form.showErrors(issues)
    if (Object.keys(issues).length > 0) return undefined
    setSaving(true)
    try {
      return await write()
    } catch (error) {
      if (isSilent(error)) return undefined
      form.showErrors(fieldErrorsOf(error))
      toasts.error(messageOf(error))
      return undefined
    } finally {
      setSaving(false)
    }
  }

  return { isSaving, upload, save }
}
