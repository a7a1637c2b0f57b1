import { IconButton, useShortcut } from '@coffer/ui'
import { ChevronDown, ChevronUp } from 'lucide-react'

interface NeighborsProps {
  /** Labels of the buttons: "Older log". */
  labels: readonly [up: string, down: string]
  /** Loaded rows of the list. */
  rows: readonly { id: string }[]
  /** Id of the open row. */
  id: string | undefined
  onOpen: (id: string) => void
}

/** Buttons in a row's panel that open the previous and next row. */
export function Neighbors({ labels: [up, down], rows, id, onOpen }: NeighborsProps) {
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
