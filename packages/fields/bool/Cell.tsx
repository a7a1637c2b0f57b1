import { Check, X } from 'lucide-react'
import styles from '../cells/cells.module.css'
import { EmptyValue } from '../cells/EmptyValue.tsx'
import type { CellProps } from '../viewContract.ts'

export function Cell({ value }: CellProps) {
  if (typeof value !== 'boolean') return <EmptyValue />
  const Icon = value ? Check : X
  return (
    <span className={styles.withIcon}>
      <Icon size={14} aria-hidden="true" />
      {value ? 'True' : 'False'}
    </span>
  )
}
