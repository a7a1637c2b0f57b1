import { useState } from 'react'

/** Counts how often a layer was opened, so that each opening can be a form of its own; it keeps its number while it slides out. */
export function useOpening(isOpen: boolean): number {
  const [opening, setOpening] = useState({ isOpen, count: isOpen ? 1 : 0 })
  if (opening.isOpen === isOpen) return opening.count
  const next = { isOpen, count: opening.count + (isOpen ? 1 : 0) }
  setOpening(next)
  return next.count
}
