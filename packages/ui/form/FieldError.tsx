import { CircleAlert } from 'lucide-react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './FieldError.module.css'

interface FieldErrorProps {
  /** The id for the control's `aria-describedby`. */
  id: string
  className?: string | undefined
  children: string
}

/** The error message of a control. */
export function FieldError({ id, className, children }: FieldErrorProps) {
  return (
    <p id={id} className={joinClasses(styles.error, className)}>
      <CircleAlert size={14} aria-hidden="true" />
      {children}
    </p>
  )
}
