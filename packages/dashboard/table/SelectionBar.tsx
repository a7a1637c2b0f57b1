import { Button, uncovered } from '@coffer/ui'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { BarWord } from './BarWord.tsx'
import styles from './SelectionBar.module.css'

/** Pixels at a table's lower end over which the bar lies. */
export const selectionBarHeight = 64

interface SelectionBarProps {
  count: number
  /** What is selected, for one and for several. */
  nouns: readonly [string, string]
  onReset: () => void
  /** What can be done with the selected rows. */
  children: ReactNode
}

/** How many rows of a table are selected, and what can be done with them. */
export function SelectionBar({ count, nouns: [one, several], onReset, children }: SelectionBarProps) {
  return (
    <div className={styles.place}>
      <section className={styles.bar} {...uncovered} aria-label="Selection">
        <p className={styles.count} role="status">
          Selected <strong>{count}</strong> <BarWord>{count === 1 ? one : several}</BarWord>
        </p>
        <Button size="small" onClick={onReset}>
          <BarWord>Reset</BarWord>
          <X className={styles.sign} size={16} aria-hidden={true} />
        </Button>
        {children}
      </section>
    </div>
  )
}
