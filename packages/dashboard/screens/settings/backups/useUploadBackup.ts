import { useToasts } from '@coffer/ui'
import { useEffect, useRef, useState } from 'react'
import { uploadBackup } from '../../../queries/backups.ts'
import { fieldErrorsOf, toastTextOf } from '../../../queries/connection/failure.ts'
import type { UploadProgress } from '../../../queries/connection/uploadFetch.ts'
import { useFailureToast } from '../../../shell/form/useFailureToast.ts'

interface UploadBackupState {
  /** Progress of the running upload; undefined if none is running. */
  progress: UploadProgress | undefined
  /** Uploads a file. Ignored while another upload is running. */
  upload: (file: File) => Promise<void>
  cancel: () => void
}

/** Uploads backup archives, one at a time. Leaving the page cancels the upload. */
export function useUploadBackup(onUploaded: () => Promise<void>): UploadBackupState {
  const [progress, setProgress] = useState<UploadProgress>()
  const call = useRef<AbortController>(undefined)
  const toasts = useToasts()
  const failure = useFailureToast()

  useEffect(() => () => call.current?.abort(), [])

  const upload = async (file: File) => {
    if (call.current) return
    failure.clear()
    call.current = new AbortController()
    setProgress({ sent: 0, total: file.size })
    try {
      await uploadBackup(file, call.current.signal, setProgress)
      toasts.success('Successfully uploaded a new backup.')
      await onUploaded()
    } catch (error) {
      failure.show(fieldErrorsOf(error).file ?? toastTextOf(error))
    } finally {
      call.current = undefined
      setProgress(undefined)
    }
  }
  return { progress, upload, cancel: () => call.current?.abort() }
}
