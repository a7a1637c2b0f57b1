import type { RecordJson } from '@coffer/fields/ui'
import { useRef, useState } from 'react'
import type { Draft } from '../draft/draft.ts'

/** Fields of a form that someone else has changed since it was filled. */
export interface Conflicts {
  /** The action that continues after the answer. */
  purpose: 'save' | 'restore'
  names: readonly string[]
  /** The form's values. */
  draft: Draft
  /** The record as it is stored now. */
  stored: RecordJson
}

/**
 * Asks which values to keep. Resolves to the names of the fields that take the stored value, or to undefined if the user cancels.
 */
export type AskAboutConflicts = (conflicts: Conflicts) => Promise<string[] | undefined>

interface ConflictQuestion {
  /** The open or last question. The key changes with each question. */
  asked: { key: number; conflicts: Conflicts } | undefined
  isOpen: boolean
  ask: AskAboutConflicts
  answer: (discarded: string[] | undefined) => void
}

/** State of the conflict dialog. */
export function useConflictQuestion(): ConflictQuestion {
  const [asked, setAsked] = useState<ConflictQuestion['asked']>()
  const [isOpen, setOpen] = useState(false)
  const resolve = useRef<(discarded: string[] | undefined) => void>(undefined)
  return {
    asked,
    isOpen,
    ask: conflicts => {
      setAsked(last => ({ key: (last?.key ?? 0) + 1, conflicts }))
      setOpen(true)
      return new Promise(settle => {
        resolve.current = settle
      })
    },
    answer: discarded => {
      setOpen(false)
      resolve.current?.(discarded)
    },
  }
}
