import { createContext, use } from 'react'

export const toastDurations = { info: 4000, success: 3000, warning: 4500, error: 4500 } as const

export type ToastType = keyof typeof toastDurations

/** @param duration milliseconds; those of the type by default */
type ShowToast = (message: string, duration?: number) => void

export interface Toasts {
  info: ShowToast
  success: ShowToast
  warning: ShowToast
  error: ShowToast
  /** Takes all of them away. */
  clear: () => void
}

export const ToastContext = createContext<Toasts | undefined>(undefined)

/** Short messages that go by themselves; the functions stay the same between renders. */
export function useToasts(): Toasts {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('useToasts needs a <ToastProvider> above it.')
  return toasts
}
