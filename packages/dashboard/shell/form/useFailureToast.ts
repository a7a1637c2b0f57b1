import { useToasts } from '@coffer/ui'
import { useId, useMemo } from 'react'

interface FailureToast {
  /** Shows why an attempt failed. Replaces the toast of the previous attempt. */
  show: (text: string | undefined) => void
  warn: (text: string) => void
  /** Closes the toast of the previous attempt, which could contradict the result of the next one. */
  clear: () => void
}

/** Returns a toast for the last attempt at one task, such as saving a form. */
export function useFailureToast(): FailureToast {
  const toasts = useToasts()
  const name = useId()
  return useMemo(
    () => ({
      show: text => text !== undefined && toasts.error(text, { name }),
      warn: text => toasts.warning(text, { name }),
      clear: () => toasts.dismiss(name),
    }),
    [toasts, name],
  )
}
