import { Cell } from '@coffer/ui'
import { ChevronRight } from 'lucide-react'
import styles from './RowArrow.module.css'

/** Width of the arrow column, in pixels. */
export const arrowWidth = 44

/** Last cell of a row that can be opened. */
export function RowArrow() {
  return (
    <Cell sticky="end" className={styles.arrow} aria-hidden="true">
      <ChevronRight size={16} />
    </Cell>
  )
}
