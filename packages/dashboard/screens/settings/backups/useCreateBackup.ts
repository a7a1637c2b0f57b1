import { useToasts } from '@coffer/ui'
import { useEffect, useRef, useState } from 'react'
import { createBackup } from '../../../queries/backups.ts'
import { fieldErrorsOf, isSilent, toastTextOf } from '../../../queries/connection/failure.ts'
import { useFailureToast } from '../../../shell/form/useFailureToast.ts'

/** Time after which the dialog closes while a slow backup continues. */
const dialogTimeoutMs = 1500

interface CreateBackupOptions {
  onCreated: () => Promise<void>
  /** Closes the dialog. */
  onClose: () => void
}

interface CreateBackup {
  isCreating: boolean
  /** The error message for the name. */
  issue: string | undefined
  clearIssue: () => void
  create: (name: string) => Promise<void>
  /** Closes the dialog. If a backup is running, a toast says that it continues. */
  close: () => void
}

/** Creates one backup at a time. Leaving the page aborts the request, but the server continues. */
export function useCreateBackup({ onCreated, onClose }: CreateBackupOptions): CreateBackup {
  const [isCreating, setCreating] = useState(false)
  const [issue, setIssue] = useState<string>()
  const call = useRef(new AbortController())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isLeft = useRef(false)
  const toasts = useToasts()
  const failure = useFailureToast()

  useEffect(() => {
    const { current } = call
    return () => current.abort()
  }, [])

  const leave = () => {
    clearTimeout(timer.current)
    isLeft.current = true
    toasts.info('The backup was started but may take a while to complete. You can come back later.')
    onClose()
  }

  const create = async (name: string) => {
    if (isCreating) {
      toasts.info('A backup has already been started, please wait.')
      return
    }
    failure.clear()
    setIssue(undefined)
    setCreating(true)
    isLeft.current = false
    timer.current = setTimeout(leave, dialogTimeoutMs)
    try {
      await createBackup(name, call.current.signal)
      onClose()
      toasts.success('Successfully generated new backup.')
      await onCreated()
    } catch (error) {
      if (isSilent(error)) return
      setIssue(fieldErrorsOf(error).name)
      failure.show(toastTextOf(error, path => path === 'name' && !isLeft.current))
    } finally {
      clearTimeout(timer.current)
      setCreating(false)
    }
  }
  return { isCreating, issue, clearIssue: () => setIssue(undefined), create, close: isCreating ? leave : onClose }
}
