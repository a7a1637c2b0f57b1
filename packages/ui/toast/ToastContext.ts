import { createContext, use } from 'react'

export const toastDurations = { info: 4000, success: 3000, warning: 4500, error: 4500 } as const

export type ToastType = keyof typeof toastDurations

/** How many of how many steps are done. */
export interface ToastProgress {
  done: number
  total: number
}

export interface ToastOptions {
  /** Milliseconds; those of the type by default. */
  duration?: number
  /** The message takes the place of the one with the same name, instead of the one with the same text. */
  name?: string
  /** How far something has come that is under way: the message stays until another takes its place. */
  progress?: ToastProgress
}

type ShowToast = (message: string, options?: ToastOptions) => void

export interface Toasts {
  info: ShowToast
  success: ShowToast
  warning: ShowToast
  error: ShowToast
  /** Closes the message with that name. */
  dismiss: (name: string) => void
}

export const ToastContext = createContext<Toasts | undefined>(undefined)

/** Short messages that go by themselves; the functions stay the same between renders. */
export function useToasts(): Toasts {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('useToasts needs a <ToastProvider> above it.')
  return toasts
}
