import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import { hasFocusMovedOn } from './layerStack.ts'
import styles from './Popover.module.css'
import { useEscape } from './useEscape.ts'

export interface PopoverProps {
  open: boolean
  onClose: () => void
  /** The accessible name. */
  label: string
  /** The anchor element. */
  anchor: RefObject<HTMLElement | null>
  /** Whether the popover has the width of its content and is aligned with the anchor's end. Default: the width of the anchor. */
  isNarrow?: boolean | undefined
  /** Whether the popover grows to the available height before it scrolls. On phones it is at the bottom of the window. */
  isWhole?: boolean | undefined
  /** Whether focus is trapped while it is open. */
  trapsFocus?: boolean | undefined
  /** The element that receives focus on opening. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** The element that receives focus on closing, unless the user has moved it elsewhere. */
  finalFocus?: (() => HTMLElement | null) | undefined
  children?: ReactNode
}

/** A popover below a control. Escape or a click outside closes it. */
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
            {...(finalFocus && { finalFocus: () => !hasFocusMovedOn() && (finalFocus() ?? true) })}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
