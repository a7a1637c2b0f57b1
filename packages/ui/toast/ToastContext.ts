import { createContext, use } from 'react'

export const toastDurations = { info: 4000, success: 3000, warning: 4500, error: 4500 } as const

export type ToastType = keyof typeof toastDurations

/** The number of completed steps and the total. */
export interface ToastProgress {
  done: number
  total: number
}

export interface ToastOptions {
  /** The duration in milliseconds. Default: that of the type. */
  duration?: number
  /** Replaces the toast with the same name instead of the one with the same text. */
  name?: string
  /** The progress of a running action. The toast stays until another one replaces it. */
  progress?: ToastProgress
}

type ShowToast = (message: string, options?: ToastOptions) => void

export interface Toasts {
  info: ShowToast
  success: ShowToast
  warning: ShowToast
  error: ShowToast
  /** Closes the toast with this name. */
  dismiss: (name: string) => void
}

export const ToastContext = createContext<Toasts | undefined>(undefined)

/** Returns functions that show and close toasts. They are stable between renders. */
export function useToasts(): Toasts {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('useToasts needs a <ToastProvider> above it.')
  return toasts
}
