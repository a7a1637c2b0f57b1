import type { ReactNode } from 'react'
import styles from './FieldRow.module.css'

/** Fields that stand beside each other where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
