import { Button, uncovered } from '@coffer/ui'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './SelectionBar.module.css'

/** Height at the bottom of a table that the bar covers, in pixels. */
export const selectionBarHeight = 64

interface SelectionBarProps {
  count: number
  /** Name of the rows, singular and plural. */
  nouns: readonly [string, string]
  onReset: () => void
  /** Actions on the selected rows. */
  children: ReactNode
}

/** Shows the number of selected rows and the actions on them. */
export function SelectionBar({ count, nouns: [one, several], onReset, children }: SelectionBarProps) {
  return (
    <div className={styles.place}>
      <section className={styles.bar} {...uncovered} aria-label="Selection">
        <p className={styles.count} role="status">
          Selected <strong>{count}</strong> <BarLabel>{count === 1 ? one : several}</BarLabel>
        </p>
        <Button size="small" onClick={onReset}>
          <BarLabel>Reset</BarLabel>
          <X className={styles.sign} size={16} aria-hidden={true} />
        </Button>
        {children}
      </section>
    </div>
  )
}

/** Text that a narrow selection bar shows only to screen readers, because the number or icon beside it suffices for others. */
export function BarLabel({ children }: { children: ReactNode }) {
  return <span className={styles.label}>{children}</span>
}
