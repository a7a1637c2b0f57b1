import { Checkbox, HeaderCell, VisuallyHidden } from '@coffer/ui'
import styles from './RowCheckbox.module.css'

interface SelectAllCellProps {
  /** What the table lists: "records". */
  noun: string
  isEmpty: boolean
  isAll: boolean
  isSome: boolean
  onChange: (isAll: boolean) => void
}

/** Above the checkboxes of the rows: ticks all that are loaded. */
export function SelectAllCell({ noun, isEmpty, isAll, isSome, onChange }: SelectAllCellProps) {
  return (
    <HeaderCell sticky={0} isTight={true}>
      <Checkbox
        className={styles.box}
        label={<VisuallyHidden>Select all loaded {noun}</VisuallyHidden>}
        disabled={isEmpty}
        checked={isAll}
        indeterminate={isSome}
        onCheckedChange={onChange}
      />
    </HeaderCell>
  )
}
