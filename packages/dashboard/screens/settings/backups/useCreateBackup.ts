import { useToasts } from '@coffer/ui'
import { useEffect, useRef, useState } from 'react'
import { createBackup } from '../../../queries/backups.ts'
import { fieldErrorsOf, isSilent, toastTextOf } from '../../../queries/connection/failure.ts'
import { useFailureToast } from '../../../shell/form/useFailureToast.ts'

/** Milliseconds for which the dialog waits for a quick backup before it leaves a slow one to itself. */
const patience = 1500

interface CreateBackupOptions {
  onMade: () => Promise<void>
  /** It goes on without the dialog, or is done. */
  onBegun: () => void
}

interface CreateBackup {
  isCreating: boolean
  /** What is wrong with the name. */
  issue: string | undefined
  forgetIssue: () => void
  create: (name: string) => Promise<void>
}

/** Makes one backup at a time. The call is given up with the page; the server goes on. */
export function useCreateBackup({ onMade, onBegun }: CreateBackupOptions): CreateBackup {
  const [isCreating, setCreating] = useState(false)
  const [issue, setIssue] = useState<string>()
  const call = useRef(new AbortController())
  const toasts = useToasts()
  const failure = useFailureToast()

  useEffect(() => {
    const { current } = call
    return () => current.abort()
  }, [])

  const create = async (name: string) => {
    if (isCreating) {
      toasts.info('A backup has already been started, please wait.')
      return
    }
    failure.clear()
    setIssue(undefined)
    setCreating(true)
    const timer = setTimeout(() => {
      toasts.info('The backup was started but may take a while to complete. You can come back later.')
      onBegun()
    }, patience)
    try {
      await createBackup(name, call.current.signal)
      onBegun()
      toasts.success('Successfully generated new backup.')
      await onMade()
    } catch (error) {
      if (isSilent(error)) return
      setIssue(fieldErrorsOf(error).name)
      failure.show(toastTextOf(error, path => path === 'name'))
    } finally {
      clearTimeout(timer)
      setCreating(false)
    }
  }
  return { isCreating, issue, forgetIssue: () => setIssue(undefined), create }
}
