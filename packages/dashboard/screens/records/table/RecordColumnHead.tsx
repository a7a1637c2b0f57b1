import { abilitiesOf } from '@coffer/fields/abilities'
import { type DropEdge, HeaderCell, IconButton, joinClasses, Menu } from '@coffer/ui'
import {
  ArrowLeft,
  ArrowLeftToLine,
  ArrowRight,
  ArrowRightToLine,
  ChevronDown,
  EyeOff,
  MoveHorizontal,
  RotateCcw,
} from 'lucide-react'
import { memo } from 'react'
import { columnIcon } from '../columns/columnIcon.ts'
import type { RecordColumn } from '../columns/columns.ts'
import { columnLimits } from '../columns/columnWidths.ts'
import styles from './RecordTable.module.css'

/** The actions of column heads. The functions stay the same across renders. */
export interface ColumnActions {
  sort: (column: RecordColumn) => void
  hide: (column: RecordColumn) => void
  /** Moves a column by a number of positions; Infinity moves it to the end, -Infinity to the start. */
  move: (column: RecordColumn, by: number) => void
  /** Called when the column with the id `moved` is dropped on this one. */
  take: (column: RecordColumn, moved: string, edge: DropEdge) => void
  /** Sets the width in pixels, or resets it if undefined. */
  setWidth: (column: RecordColumn, width?: number) => void
}

interface RecordColumnHeadProps {
  column: RecordColumn
  /** Index among the movable columns; -1 if the column is not movable. */
  place: number
  /** Number of movable columns. */
  places: number
  /** Pixels. */
  width: number
  /** Whether the user has set the width. */
  isCustomWidth: boolean
  sort: 'ascending' | 'descending' | undefined
  actions: ColumnActions
  /** Left offset in pixels of a sticky column; undefined if it scrolls. */
  sticky: number | undefined
  /** Whether its controls are in the Tab order. */
  isActive: boolean
}

/** A column head that sorts, moves and resizes the column. Memoized. */
export const RecordColumnHead = memo(function RecordColumnHead(props: RecordColumnHeadProps) {
  const { column, width, actions, sort, sticky, isActive } = props
  const { id, field, canHide } = column
  const tabIndex = isActive ? 0 : -1
  return (
    <HeaderCell
      data-column={id}
      icon={columnIcon(column)}
      sticky={sticky}
      isEdge={sticky !== undefined}
      align={abilitiesOf(field).comparesAsNumber ? 'right' : 'left'}
      sort={sort}
      onSort={() => actions.sort(column)}
      title={field.name}
      controlsTabIndex={tabIndex}
      reorder={canHide ? { list: 'columns', id, onDrop: (moved, edge) => actions.take(column, moved, edge) } : undefined}
      resize={{
        value: width,
        ...columnLimits,
        onChange: size => actions.setWidth(column, size),
        onReset: () => actions.setWidth(column),
        onFit: size => actions.setWidth(column, size),
      }}
      menu={fit => <ColumnMenu {...props} tabIndex={tabIndex} onFit={() => fit?.()} />}
    >
      {field.name}
    </HeaderCell>
  )
})

function ColumnMenu(props: RecordColumnHeadProps & { tabIndex: number; onFit: () => void }) {
  const { column, place, places, actions } = props
  const onMove = (by: number) => actions.move(column, by)
  const isFirst = place === 0
  const isLast = place === places - 1
  const moves = [
    { label: 'Move left', icon: ArrowLeft, shortcut: 'shift+ArrowLeft', disabled: isFirst, onSelect: () => onMove(-1) },
    { label: 'Move right', icon: ArrowRight, shortcut: 'shift+ArrowRight', disabled: isLast, onSelect: () => onMove(1) },
    {
      label: 'Move to the start',
      icon: ArrowLeftToLine,
      disabled: isFirst,
      onSelect: () => onMove(Number.NEGATIVE_INFINITY),
    },
    { label: 'Move to the end', icon: ArrowRightToLine, disabled: isLast, onSelect: () => onMove(Number.POSITIVE_INFINITY) },
    { kind: 'separator' as const },
  ]
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          className={joinClasses(styles.columnMenu, abilitiesOf(column.field).comparesAsNumber && styles.atStart)}
          size="inline"
          label={`Options of ${column.field.name}`}
          icon={ChevronDown}
          side="bottom"
          tabIndex={props.tabIndex}
        />
      }
      items={[
        ...(column.canHide ? moves : []),
        { label: 'Fit to content', icon: MoveHorizontal, onSelect: props.onFit },
        {
          label: 'Reset width',
          icon: RotateCcw,
          disabled: !props.isCustomWidth,
          onSelect: () => actions.setWidth(column),
        },
        ...(column.canHide
          ? [{ kind: 'separator' as const }, { label: 'Hide column', icon: EyeOff, onSelect: () => actions.hide(column) }]
          : []),
      ]}
    />
  )
}
