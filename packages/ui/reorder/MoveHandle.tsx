import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../button/IconButton.tsx'
import { Menu } from '../layers/Menu.tsx'
import { VisuallyHidden } from '../style/VisuallyHidden.tsx'
import styles from './MoveHandle.module.css'

export interface MoveHandleProps {
  /** The name of the moved item, for example a file name. */
  name: string
  /** The zero-based position in the list. */
  index: number
  count: number
  /** Moves the item by a number of positions; an infinite number moves it to an end. */
  onMove: (by: number) => void
  /** The `setHandle` of `useReorder`. */
  ref?: Ref<HTMLButtonElement>
}

const keys = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
])

/** The drag handle of a list item. It also supports Alt with the arrow keys, and a click opens a menu. */
export function MoveHandle({ name, index, count, onMove, ref }: MoveHandleProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [hasMoved, setMoved] = useState(false)

  const move = (by: number) => {
    // An item loses focus while it moves in the DOM.
    flushSync(() => {
      setMoved(true)
      onMove(by)
    })
    button.current?.focus()
  }
  const moveByKey = (event: KeyboardEvent) => {
    const by = event.altKey ? keys.get(event.key) : undefined
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(by)
  }
  const isFirst = index === 0
  const isLast = index === count - 1
  return (
    <span ref={ref} className={styles.handle} onKeyDownCapture={moveByKey}>
      <Menu
        opensOn="click"
        trigger={<IconButton ref={button} className={styles.grip} size="small" label={`Move ${name}`} icon={GripVertical} />}
        items={[
          { label: 'Move up', icon: ArrowUp, shortcut: 'alt+ArrowUp', disabled: isFirst, onSelect: () => move(-1) },
          { label: 'Move down', icon: ArrowDown, shortcut: 'alt+ArrowDown', disabled: isLast, onSelect: () => move(1) },
          { label: 'Move to the top', icon: ArrowUpToLine, disabled: isFirst, onSelect: () => move(Number.NEGATIVE_INFINITY) },
          { label: 'Move to the end', icon: ArrowDownToLine, disabled: isLast, onSelect: () => move(Number.POSITIVE_INFINITY) },
        ]}
      />
      <VisuallyHidden role="status">{hasMoved && `${name} is number ${index + 1} of ${count}.`}</VisuallyHidden>
    </span>
  )
}
