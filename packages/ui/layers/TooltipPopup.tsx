import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { joinClasses } from '../style/joinClasses.ts'
import { placePopup, type TooltipSide } from './placePopup.ts'
import styles from './Tooltip.module.css'

interface TooltipPopupProps {
  id: string
  anchor: HTMLElement
  side: TooltipSide
  mono: boolean
  /** Called when the pointer enters the tooltip, which keeps it open. */
  onHold: () => void
  onClose: () => void
  children: ReactNode
}

/** Landmarks: all content of a page must be in one, and the tooltip too. In the top layer its DOM position is invisible. */
const landmarks = 'main, nav, aside, [role="region"], [role="dialog"], [role="alertdialog"]'

/** The tooltip element, in the browser's top layer and therefore above every panel. */
export function TooltipPopup({ id, anchor, side, mono, onHold, onClose, children }: TooltipPopupProps) {
  const popup = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = popup.current
    if (!element) return
    if (!element.matches(':popover-open')) element.showPopover()
    const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
    const { left, top } = placePopup(anchor.getBoundingClientRect(), element.getBoundingClientRect(), view, side)
    element.style.left = `${left}px`
    element.style.top = `${top}px`
  })

  useEffect(() => {
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    const closeByScroll = (event: Event) => {
      if (event.target instanceof Node && event.target.contains(anchor)) onClose()
    }
    document.addEventListener('keydown', closeByKey, true)
    document.addEventListener('scroll', closeByScroll, true)
    return () => {
      document.removeEventListener('keydown', closeByKey, true)
      document.removeEventListener('scroll', closeByScroll, true)
    }
  })

  return createPortal(
    <div
      ref={popup}
      id={id}
      role="tooltip"
      popover="manual"
      className={joinClasses(styles.popup, mono && styles.mono)}
      onPointerEnter={onHold}
      onPointerLeave={onClose}
    >
      {children}
    </div>,
    anchor.closest(landmarks) ?? document.body,
  )
}
