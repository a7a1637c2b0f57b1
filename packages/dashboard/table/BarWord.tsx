import type { ReactNode } from 'react'
import styles from './SelectionBar.module.css'

/** Words that a narrow selection bar leaves to those who listen: what stands beside them tells the others. */
export function BarWord({ children }: { children: ReactNode }) {
  return <span className={styles.word}>{children}</span>
}
