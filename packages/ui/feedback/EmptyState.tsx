import type { ReactNode } from 'react'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './EmptyState.module.css'

export interface EmptyStateProps {
  icon?: IconType | undefined
  /** What is missing. */
  title: ReactNode
  hint?: ReactNode
  /** The action that creates it. */
  action?: ReactNode
  className?: string | undefined
}

/** Placeholder for an empty list. */
export function EmptyState({ icon: Icon, title, hint, action, className }: EmptyStateProps) {
  return (
    <div className={joinClasses(styles.empty, className)}>
      {Icon && (
        <span className={styles.icon}>
          <Icon size={20} aria-hidden={true} />
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
