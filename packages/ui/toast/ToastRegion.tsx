import { type CSSProperties, type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './Toast.module.css'
import { useClearance } from './useClearance.ts'

interface ToastRegionProps {
  messageCount: number
  children: (isHeld: boolean) => ReactNode
}

/** The region of all toasts. Their timers pause while the pointer or focus is on one of them. F8 moves focus there. */
export function ToastRegion({ messageCount, children }: ToastRegionProps) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const clearance = useClearance(region, messageCount)

  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.querySelector<HTMLElement>('button')?.focus({ focusVisible: true } as FocusOptions)
    }
    document.addEventListener('keydown', lead)
    return () => document.removeEventListener('keydown', lead)
  }, [])

  // A focused toast that closes returns focus. Not all browsers fire blur when an element is removed.
  useEffect(() => {
    if (!isFocused || region.current?.contains(document.activeElement)) return
    setFocused(false)
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus()
  })

  const enter = (event: FocusEvent) => {
    if (!region.current?.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget
    setFocused(true)
  }
  const leave = (event: FocusEvent) => {
    if (event.relatedTarget && !region.current?.contains(event.relatedTarget)) setFocused(false)
  }
  return createPortal(
    <section
      ref={region}
      className={styles.region}
      style={{ '--clearance': `${clearance}px` } as CSSProperties}
      aria-label="Notifications (F8)"
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={enter}
      onBlur={leave}
    >
      {children(isPointed || isFocused)}
    </section>,
    document.body,
  )
}
