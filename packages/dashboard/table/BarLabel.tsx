import type { ReactNode } from 'react'
import styles from './SelectionBar.module.css'

/** Text that a narrow selection bar shows only to screen readers, because the number or icon beside it suffices for others. */
export function BarLabel({ children }: { children: ReactNode }) {
  return <span className={styles.label}>{children}</span>
}
