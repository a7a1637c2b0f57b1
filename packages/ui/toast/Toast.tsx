import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import { toneIcons } from '../style/toneIcons.ts'
import { VisuallyHidden } from '../style/VisuallyHidden.tsx'
import styles from './Toast.module.css'
import type { ToastProgress, ToastType } from './ToastContext.ts'

export interface ToastMessage {
  key: number
  type: ToastType
  text: string
  name: string
  /** The duration in milliseconds. */
  duration: number
  progress: ToastProgress | undefined
}

const icons = { ...toneIcons, error: toneIcons.danger }
const words = { info: 'Note', success: 'Done', warning: 'Warning', error: 'Error' }

interface ToastProps {
  message: ToastMessage
  /** Whether the timer is paused. */
  isHeld: boolean
  onClose: () => void
}

/** A toast with its own timer. */
export function Toast({ message: { type, text, duration, progress }, isHeld, onClose }: ToastProps) {
  const left = useRef(duration)
  const close = useEffectEvent(onClose)
  const isTimed = progress === undefined && !isHeld
  const textId = useId()

  useEffect(() => {
    if (!isTimed) return
    const startedAt = performance.now()
    const timer = setTimeout(() => close(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - startedAt
    }
  }, [isTimed])

  const Icon = icons[type]
  return (
    <div className={joinClasses(styles.toast, styles[type])}>
      <Icon className={styles.icon} size={18} aria-hidden="true" />
      <div className={styles.content}>
        <p id={textId} className={styles.text}>
          <VisuallyHidden>{words[type]}: </VisuallyHidden>
          {text}
        </p>
        {progress && <progress className={styles.progress} aria-labelledby={textId} max={progress.total} value={progress.done} />}
      </div>
      <button type="button" className={styles.close} aria-label="Close notification" onClick={onClose}>
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  )
}
