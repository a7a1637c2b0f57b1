import { type Density, IconButton, Menu } from '@coffer/ui'
import { Ellipsis, Eye, RotateCcw } from 'lucide-react'
import { densityOf } from '../../../table/rowDensity.ts'
import { columnIcon } from '../columns/columnIcon.ts'
import type { ColumnLayout } from '../columns/useColumnLayout.ts'
import type { RecordTableProps } from './RecordTableProps.ts'

interface ColumnsMenuProps extends Pick<RecordTableProps, 'hidden' | 'onHiddenChange'> {
  layout: ColumnLayout
  density: Density
  onDensityChange: (density: Density) => void
}

/** The menu for the row height, the visible columns and resetting the layout. */
export function ColumnsMenu({ layout, hidden, onHiddenChange, density, onDensityChange }: ColumnsMenuProps) {
  return (
    <Menu
      align="end"
      trigger={<IconButton label="Toggle columns" icon={Ellipsis} side="bottom" />}
      items={[
        {
          kind: 'choice',
          label: 'Row height',
          value: density,
          options: [
            { value: 'normal', label: 'Normal' },
            { value: 'compact', label: 'Compact' },
            { value: 'tall', label: 'Three lines of text' },
          ],
          onChange: chosen => onDensityChange(densityOf(chosen)),
        },
        { kind: 'separator' },
        { label: 'Reset order and widths', icon: RotateCcw, disabled: !layout.isCustomized, onSelect: layout.reset },
        { label: 'Show all columns', icon: Eye, disabled: hidden.length === 0, onSelect: () => onHiddenChange([]) },
        { kind: 'separator' },
        { kind: 'heading', label: 'Toggle columns' },
        ...layout.columns
          .filter(({ canHide }) => canHide)
          .map(column => ({
            kind: 'toggle' as const,
            label: column.field.name,
            icon: columnIcon(column),
            checked: !hidden.includes(column.id),
            onChange: (isShown: boolean) =>
              onHiddenChange(isShown ? hidden.filter(id => id !== column.id) : [...hidden, column.id]),
          })),
      ]}
    />
  )
}
