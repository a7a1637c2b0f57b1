import { createContext, type ReactNode, use } from 'react'

export interface ConfirmQuestion {
  /** The question. Line breaks are kept. */
  text: string
  /** Additional content, for example a list of what will be deleted. */
  details?: ReactNode
  /** Default: "Yes". A destructive action names its object: "Delete 12 records". */
  yes?: string | undefined
  /** Default: "No". */
  no?: string | undefined
  danger?: boolean | undefined
  /** Runs on "Yes" while the dialog stays open. If it throws, the dialog shows the error and can be confirmed again. */
  action?: (() => Promise<unknown>) | undefined
  /** Text that must be typed to enable "Yes". */
  typedName?: string | undefined
}

export type Confirm = (question: ConfirmQuestion) => Promise<boolean>

export const ConfirmContext = createContext<Confirm | undefined>(undefined)

/** `confirm(question)` resolves to true after "Yes" and its action, and to false on "No", Escape or a click outside. */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext)
  if (!confirm) throw new Error('useConfirm needs a <ConfirmProvider> above it.')
  return confirm
}
