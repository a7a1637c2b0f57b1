import { Cell, Checkbox, VisuallyHidden } from '@coffer/ui'
import styles from './RowCheckbox.module.css'

/** Width of the checkbox column, in pixels. */
export const checkboxWidth = 40

interface RowCheckboxProps {
  id: string
  isSelected: boolean
  /** Whether the row is in the tab order. */
  isActive: boolean
  onToggle: (id: string) => void
}

/** First cell of a selectable row. */
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
