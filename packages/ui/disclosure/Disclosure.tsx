import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Disclosure.module.css'

interface DisclosureProps {
  open: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Stays in view, and is pressed to see the rest. */
  summary: ReactNode
  className?: string | undefined
  summaryClassName?: string | undefined
  /** Drawn while it is open. */
  children: ReactNode
}

/** A line that opens and closes what it sums up. */
export function Disclosure({ open, onOpenChange, summary, className, summaryClassName, children }: DisclosureProps) {
  return (
    <details
      className={joinClasses(styles.disclosure, className)}
      open={open}
      onToggle={event => onOpenChange(event.currentTarget.open)}
    >
      <summary className={joinClasses(styles.summary, summaryClassName)}>
        <ChevronRight className={styles.arrow} size={16} aria-hidden={true} />
        {summary}
      </summary>
      {open && children}
    </details>
  )
}
