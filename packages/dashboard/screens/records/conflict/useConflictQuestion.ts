import type { RecordJson } from '@coffer/fields/ui'
import { useRef, useState } from 'react'
import type { Draft } from '../draft/draft.ts'

/** Values of a form that someone else changed since it was filled. */
export interface Conflicts {
  /** What the answer is followed by. */
  purpose: 'save' | 'restore'
  names: readonly string[]
  /** The form's values. */
  draft: Draft
  /** The record as it is stored now. */
  stored: RecordJson
}

/**
 * Asks whose values are to stay: resolves to the names of those that the form gives up, or to nothing when it is to be left as it is.
 */
export type AskAboutConflicts = (conflicts: Conflicts) => Promise<string[] | undefined>

interface ConflictQuestion {
  /** The question that is open, or was last; each has a key of its own. */
  asked: { key: number; conflicts: Conflicts } | undefined
  isOpen: boolean
  ask: AskAboutConflicts
  answer: (givenUp: string[] | undefined) => void
}

/** Holds the question about values that two people changed. */
export function useConflictQuestion(): ConflictQuestion {
  const [asked, setAsked] = useState<ConflictQuestion['asked']>()
  const [isOpen, setOpen] = useState(false)
  const resolve = useRef<(givenUp: string[] | undefined) => void>(undefined)
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
    answer: givenUp => {
      setOpen(false)
      resolve.current?.(givenUp)
    },
  }
}
