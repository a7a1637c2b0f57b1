import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Popover.module.css'
import { useEscape } from './useEscape.ts'

export interface PopoverProps {
  open: boolean
  onClose: () => void
  /** The accessible name. */
  label: string
  /** What it opens under. */
  anchor: RefObject<HTMLElement | null>
  /** As wide as its content, at the anchor's end; otherwise as wide as the anchor. */
  isNarrow?: boolean | undefined
  /** As high as its content while the window has room, without scrolling before that; at the foot of the window on a phone. */
  isWhole?: boolean | undefined
  /** Focus stays in it while it is open. */
  trapsFocus?: boolean | undefined
  /** Takes focus when it opens. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Takes focus when it closes. */
  finalFocus?: (() => HTMLElement | null) | undefined
  children?: ReactNode
}

/** A small sheet under a control. Escape or a press elsewhere close it. */
export function Popover(props: PopoverProps) {
  const { open, onClose, label, anchor, isNarrow, isWhole, trapsFocus, initialFocus, finalFocus, children } = props
  useEscape(open, onClose)
  return (
    <Base.Root open={open} modal={trapsFocus ? 'trap-focus' : false} onOpenChange={isOpen => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner
          className={joinClasses(styles.positioner, isNarrow && styles.narrow, isWhole && styles.sheet)}
          anchor={anchor}
          side="bottom"
          align={isNarrow ? 'end' : 'start'}
          sideOffset={4}
          collisionPadding={8}
        >
          <Base.Popup
            className={joinClasses(styles.popup, isWhole && styles.whole)}
            aria-label={label}
            {...(initialFocus && { initialFocus })}
            {...(finalFocus && { finalFocus: () => finalFocus() ?? true })}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
