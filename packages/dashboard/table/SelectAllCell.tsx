import { Checkbox, HeaderCell, VisuallyHidden } from '@coffer/ui'
import styles from './RowCheckbox.module.css'

interface SelectAllCellProps {
  /** Name of the rows: "records". */
  noun: string
  /** Loaded rows. */
  rows: readonly { id: string }[]
  selection: ReadonlySet<string>
  onChange: (isAll: boolean) => void
}

/** Header cell with a checkbox that selects all loaded rows. */
export function SelectAllCell({ noun, rows, selection, onChange }: SelectAllCellProps) {
  const isAll = rows.length > 0 && rows.every(({ id }) => selection.has(id))
  return (
    <HeaderCell sticky={0} isTight={true}>
      <Checkbox
        className={styles.box}
        label={<VisuallyHidden>Select all loaded {noun}</VisuallyHidden>}
        disabled={rows.length === 0}
        checked={isAll}
        indeterminate={!isAll && rows.some(({ id }) => selection.has(id))}
        onCheckedChange={onChange}
      />
    </HeaderCell>
  )
}
