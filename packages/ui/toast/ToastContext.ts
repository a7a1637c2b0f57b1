import { createContext, use } from 'react'

export const toastDurations = { info: 4000, success: 3000, warning: 4500, error: 4500 } as const

/** Milliseconds for which an action is offered: long enough to read, think and get there. */
export const actionDuration = 25_000

export type ToastType = keyof typeof toastDurations

/** Something that can be done about a message, which takes the message away. */
export interface ToastAction {
  label: string
  /** A key as in `useShortcut`, for the newest message that names it; acts wherever nobody is typing. */
  keys?: string
  onSelect: () => void
}

/** How many of how many steps are done. */
export interface ToastProgress {
  done: number
  total: number
}

export interface ToastOptions {
  /** Milliseconds; those of the type by default, more with an action. */
  duration?: number
  /** The message takes the place of the one with the same name, instead of the one with the same text. */
  name?: string
  action?: ToastAction
  /** How far something has come that is under way: the message stays until another takes its place. */
  progress?: ToastProgress
}

type ShowToast = (message: string, options?: ToastOptions) => void

export interface Toasts {
  info: ShowToast
  success: ShowToast
  warning: ShowToast
  error: ShowToast
  /** Takes away those with an action: whoever could do it has gone. */
  withdrawActions: () => void
}

export const ToastContext = createContext<Toasts | undefined>(undefined)

/** Short messages that go by themselves; the functions stay the same between renders. */
export function useToasts(): Toasts {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('useToasts needs a <ToastProvider> above it.')
  return toasts
}
