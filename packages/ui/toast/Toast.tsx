import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import { toneIcons } from '../style/toneIcons.ts'
import { VisuallyHidden } from '../style/VisuallyHidden.tsx'
import styles from './Toast.module.css'
import type { ToastType } from './ToastContext.ts'

export interface ToastMessage {
  key: number
  type: ToastType
  text: string
  /** Milliseconds. */
  duration: number
}

const icons = { ...toneIcons, error: toneIcons.danger }
const words = { info: 'Note', success: 'Done', warning: 'Warning', error: 'Error' }

interface ToastProps {
  message: ToastMessage
  /** The clock stands still. */
  isHeld: boolean
  onClose: () => void
}

/** One message with its own clock. */
export function Toast({ message: { type, text, duration }, isHeld, onClose }: ToastProps) {
  const left = useRef(duration)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (isHeld) return
    const startedAt = performance.now()
    const timer = setTimeout(() => close(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - startedAt
    }
  }, [isHeld])

  const Icon = icons[type]
  return (
    <div className={joinClasses(styles.toast, styles[type])}>
      <Icon className={styles.icon} size={18} aria-hidden="true" />
      <p className={styles.text}>
        <VisuallyHidden>{words[type]}: </VisuallyHidden>
        {text}
      </p>
      <button type="button" className={styles.close} aria-label="Close notification" onClick={onClose}>
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  )
}
