import { IconButton, useShortcut } from '@coffer/ui'
import { ChevronDown, ChevronUp } from 'lucide-react'

interface NeighboursProps {
  /** What the ways up and down the list lead to: "Older log". */
  labels: readonly [up: string, down: string]
  /** The loaded rows of the list. */
  rows: readonly { id: string }[]
  /** The row that is open. */
  id: string | undefined
  onOpen: (id: string) => void
}

/** The way from the panel of a row to the rows before and after it, without going back to the list. */
export function Neighbours({ labels: [up, down], rows, id, onOpen }: NeighboursProps) {
  const place = rows.findIndex(row => row.id === id)
  const before = rows[place - 1]?.id
  const after = place === -1 ? undefined : rows[place + 1]?.id
  const goUp = () => before && onOpen(before)
  const goDown = () => after && onOpen(after)
  useShortcut('k', goUp)
  useShortcut('j', goDown)
  if (place === -1) return null
  return (
    <>
      <IconButton label={up} icon={ChevronUp} side="bottom" disabled={before === undefined} onClick={goUp} />
      <IconButton label={down} icon={ChevronDown} side="bottom" disabled={after === undefined} onClick={goDown} />
    </>
  )
}
