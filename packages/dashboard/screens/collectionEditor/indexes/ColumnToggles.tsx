import { FieldFrame } from '@coffer/ui'
import { Check, Plus } from 'lucide-react'
import { hasColumn, toggleColumn } from '../edited/indexDraft.ts'
import styles from './IndexDialog.module.css'

interface ColumnTogglesProps {
  columns: readonly string[]
  statement: string
  disabled: boolean
  onChange: (statement: string) => void
}

/** Toggle buttons for the columns of an index. */
export function ColumnToggles({ columns, statement, disabled, onChange }: ColumnTogglesProps) {
  return (
    <FieldFrame label="Columns" as="group">
      {() => (
        <div className={styles.columns}>
          {columns.map(column => {
            const isIn = hasColumn(statement, column)
            return (
              <button
                key={column}
                type="button"
                className={styles.column}
                aria-pressed={isIn}
                disabled={disabled}
                onClick={() => onChange(toggleColumn(statement, column))}
              >
                {isIn ? <Check size={14} aria-hidden={true} /> : <Plus size={14} aria-hidden={true} />}
                {column}
              </button>
            )
          })}
        </div>
      )}
    </FieldFrame>
  )
}
