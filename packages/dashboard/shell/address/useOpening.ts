import { useState } from 'react'

/** Counts the openings of a layer. As a `key`, it gives each opening a new form but keeps the form during the closing animation. */
export function useOpening(isOpen: boolean): number {
  const [opening, setOpening] = useState({ isOpen, count: isOpen ? 1 : 0 })
  if (opening.isOpen === isOpen) return opening.count
  const next = { isOpen, count: opening.count + (isOpen ? 1 : 0) }
  setOpening(next)
  return next.count
}
