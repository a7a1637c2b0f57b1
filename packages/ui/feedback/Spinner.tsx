import { joinClasses } from '../style/joinClasses.ts'
import styles from './Spinner.module.css'

export interface SpinnerProps {
  /** Size in pixels. Default: 16. */
  size?: number
  /** The accessible name. If absent, the spinner is decorative. */
  label?: string
  className?: string
}

/** A spinning ring that shows activity. */
export function Spinner({ size = 16, label, className }: SpinnerProps) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <span {...named} className={joinClasses(styles.spinner, className)} style={{ width: size, height: size }}>
      <svg viewBox="0 0 16 16" width={size} height={size} fill="none" strokeWidth="2" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" stroke="currentColor" opacity="0.24" />
        <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" stroke="currentColor" strokeLinecap="round" />
      </svg>
    </span>
  )
}
