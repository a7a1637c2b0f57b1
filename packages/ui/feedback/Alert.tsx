import type { ReactNode } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import tones from '../style/softTones.module.css'
import { toneIcons } from '../style/toneIcons.ts'
import styles from './Alert.module.css'

export interface AlertProps {
  /** For `aria-describedby` of the element to which the message belongs. */
  id?: string | undefined
  tone?: keyof typeof toneIcons | undefined
  title?: ReactNode
  children?: ReactNode
  /** An action at the right end, for example a Retry button. */
  action?: ReactNode
  /** `alert` if it appears in response to a user action. */
  role?: 'alert' | 'status' | 'note' | undefined
  className?: string | undefined
}

/** A persistent message in the page. */
export function Alert({ id, tone = 'info', title, children, action, role, className }: AlertProps) {
  const Icon = toneIcons[tone]
  return (
    <div id={id} role={role} className={joinClasses(styles.alert, tones[tone], className)}>
      <Icon className={styles.icon} size={16} aria-hidden="true" />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
