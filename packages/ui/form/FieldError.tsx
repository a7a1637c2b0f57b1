import { CircleAlert } from 'lucide-react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './FieldError.module.css'

interface FieldErrorProps {
  /** For the `aria-describedby` of the control. */
  id: string
  className?: string | undefined
  children: string
}

/** Says what is wrong with a control and what to do. */
export function FieldError({ id, className, children }: FieldErrorProps) {
  return (
    <p id={id} className={joinClasses(styles.error, className)}>
      <CircleAlert size={14} aria-hidden="true" />
      {children}
    </p>
  )
}
