import type { ReactNode } from 'react'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './EmptyState.module.css'

export interface EmptyStateProps {
  icon?: IconType | undefined
  /** What would be here. */
  title: ReactNode
  hint?: ReactNode
  /** The one action that makes it. */
  action?: ReactNode
  className?: string | undefined
}

/** Stands where a list would be. */
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
