import type { ReactNode } from 'react'
import styles from './FieldRow.module.css'

/** Lays out fields side by side if there is enough space. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
