import { Cell } from '@coffer/ui'
import { ChevronRight } from 'lucide-react'
import styles from './RowArrow.module.css'

/** Pixels of the column of arrows. */
export const arrowWidth = 44

/** The last cell of a row that opens when it is pressed. */
export function RowArrow() {
  return (
    <Cell sticky="end" className={styles.arrow} aria-hidden="true">
      <ChevronRight size={16} />
    </Cell>
  )
}
