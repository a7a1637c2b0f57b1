import { createContext, type ReactNode, use } from 'react'

export interface ConfirmQuestion {
  /** Line breaks are kept. */
  text: string
  /** More than a sentence, e.g. a list of what will be lost. */
  details?: ReactNode
  /** "Yes" by default; a dangerous action names its object: "Delete 12 records". */
  yes?: string | undefined
  /** "No" by default. */
  no?: string | undefined
  danger?: boolean | undefined
  /** Runs on "Yes" while the question stays open; when it throws, the question shows why and can be answered again. */
  action?: (() => Promise<unknown>) | undefined
  /** Has to be typed before "Yes" can be pressed. */
  typedName?: string | undefined
}

export type Confirm = (question: ConfirmQuestion) => Promise<boolean>

export const ConfirmContext = createContext<Confirm | undefined>(undefined)

/** `confirm(question)` resolves to true once "Yes" is pressed and its action is done, to false on "No", Escape or a press outside. */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext)
  if (!confirm) throw new Error('useConfirm needs a <ConfirmProvider> above it.')
  return confirm
}
