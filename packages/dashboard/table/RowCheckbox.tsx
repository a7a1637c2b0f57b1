import { Cell, Checkbox, VisuallyHidden } from '@coffer/ui'
import styles from './RowCheckbox.module.css'

/** Pixels of the column of checkboxes. */
export const checkboxWidth = 40

interface RowCheckboxProps {
  id: string
  isSelected: boolean
  /** Whether Tab reaches it. */
  isActive: boolean
  onToggle: (id: string) => void
}

/** The first cell of a row that can be selected. */
export function RowCheckbox({ id, isSelected, isActive, onToggle }: RowCheckboxProps) {
  return (
    <Cell sticky={0} isTight={true}>
      <Checkbox
        className={styles.box}
        tabIndex={isActive ? 0 : -1}
        label={<VisuallyHidden>Select {id}</VisuallyHidden>}
        checked={isSelected}
        onChange={() => onToggle(id)}
      />
    </Cell>
  )
}
