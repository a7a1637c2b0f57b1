import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import type { TooltipSide } from './placePopup.ts'
import { TooltipPopup } from './TooltipPopup.tsx'

const openDelayMs = 450
const closeDelayMs = 100
/** Time in milliseconds after a tooltip has closed in which the next one opens without a delay. */
const skipDelayMs = 400

let lastShownAt = 0

type Listener<Event> = ((event: Event) => void) | undefined

interface TriggerProps {
  onPointerEnter?: Listener<PointerEvent<HTMLElement>>
  onPointerLeave?: Listener<PointerEvent<HTMLElement>>
  onPointerDown?: Listener<PointerEvent<HTMLElement>>
  onFocus?: Listener<FocusEvent<HTMLElement>>
  onBlur?: Listener<FocusEvent<HTMLElement>>
  'aria-describedby'?: string | undefined
}

export interface TooltipProps {
  /** The content. Empty content shows nothing. */
  content: ReactNode
  /** A single element that accepts pointer and focus handlers. */
  children: ReactElement
  side?: TooltipSide | undefined
  /** Whether the content is already the child's accessible name, so that it is not announced twice. */
  names?: boolean | undefined
  /** Whether the content is monospace. */
  mono?: boolean | undefined
}

/** A tooltip on hover and keyboard focus. It does nothing until it opens, so thousands of them are cheap. */
export function Tooltip({ content, children, side = 'top', names = false, mono = false }: TooltipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // A timer that fires after unmounting has no effect.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const id = useId()
  const trigger = children.props as TriggerProps
  const isOpen = anchor !== null && content !== '' && content !== null && content !== undefined

  const after = (delay: number, element: HTMLElement | null) => {
    clearTimeout(timer.current)
    if (delay === 0) setAnchor(element)
    else timer.current = setTimeout(setAnchor, delay, element)
  }
  const close = () => {
    if (anchor) lastShownAt = Date.now()
    after(0, null)
  }

  const listeners: TriggerProps = {
    onPointerEnter: event => {
      trigger.onPointerEnter?.(event)
      if (event.pointerType !== 'touch') after(Date.now() - lastShownAt < skipDelayMs ? 0 : openDelayMs, event.currentTarget)
    },
    onPointerLeave: event => {
      trigger.onPointerLeave?.(event)
      if (anchor) lastShownAt = Date.now()
      after(closeDelayMs, null)
    },
    onPointerDown: event => {
      trigger.onPointerDown?.(event)
      close()
    },
    onFocus: event => {
      trigger.onFocus?.(event)
      if (event.target === event.currentTarget && event.target.matches(':focus-visible')) after(0, event.currentTarget)
    },
    onBlur: event => {
      trigger.onBlur?.(event)
      close()
    },
  }
  const describedBy = isOpen && !names ? joinClasses(trigger['aria-describedby'], id) : trigger['aria-describedby']
  return (
    <>
      {cloneElement(children, { ...listeners, 'aria-describedby': describedBy } as Partial<unknown>)}
      {isOpen && (
        <TooltipPopup id={id} anchor={anchor} side={side} mono={mono} onHold={() => clearTimeout(timer.current)} onClose={close}>
          {content}
        </TooltipPopup>
      )}
    </>
  )
}
