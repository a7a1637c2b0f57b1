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

/** What a head does with its column; the same functions at every drawing. */
export interface ColumnActions {
  sort: (column: RecordColumn) => void
  hide: (column: RecordColumn) => void
  /** By so many places; an infinite number leads to an end. */
  move: (column: RecordColumn, by: number) => void
  /** The column with the id was let go at this one. */
  take: (column: RecordColumn, moved: string, edge: DropEdge) => void
  /** Pixels; without them the usual ones. */
  setWidth: (column: RecordColumn, width?: number) => void
}

interface RecordColumnHeadProps {
  column: RecordColumn
  /** Its place among the columns that can move, from 0; -1 for the one that cannot. */
  place: number
  /** How many columns can move. */
  places: number
  /** Pixels. */
  width: number
  /** Whether the reader chose the width. */
  isCustomWidth: boolean
  sort: 'ascending' | 'descending' | undefined
  actions: ColumnActions
  /** Pixels from the left end where the column stays while the table scrolls. */
  sticky: number | undefined
  /** Whether Tab reaches its controls. */
  isActive: boolean
}

/** Head of one column: sorts by it, moves it, and makes it as wide as wanted. Drawn again only when something in it changes. */
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
        { label: 'Fit to the content', icon: MoveHorizontal, onSelect: props.onFit },
        {
          label: 'Usual width',
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
