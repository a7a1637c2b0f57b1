import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Disclosure.module.css'

interface DisclosureProps {
  open: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The visible summary, which toggles the content. */
  summary: ReactNode
  className?: string | undefined
  summaryClassName?: string | undefined
  /** The content, rendered while it is open. */
  children: ReactNode
}

/** A summary line that shows and hides its content. */
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
