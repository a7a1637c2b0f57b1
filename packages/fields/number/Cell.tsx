import styles from '../cells/cells.module.css'
import { EmptyValue } from '../cells/EmptyValue.tsx'
import type { CellProps } from '../viewContract.ts'

export function Cell({ value }: CellProps) {
  return typeof value === 'number' ? <span className={styles.digits}>{value}</span> : <EmptyValue />
}
