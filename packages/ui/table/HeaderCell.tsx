import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ResizeHandle } from '../layers/ResizeHandle.tsx'
import { type ReorderOptions, useReorder } from '../reorder/useReorder.ts'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import { type CellPlace, placeCell } from './cellPlace.ts'
import { fitColumn } from './fitColumn.ts'
import styles from './Table.module.css'

export interface ColumnResize {
  /** The width in pixels. */
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  onSettle?: ((value: number) => void) | undefined
  onReset?: (() => void) | undefined
  /** Called with the width that fits the name and the rendered values. */
  onFit?: ((width: number) => void) | undefined
}

export interface HeaderCellProps extends Omit<ComponentProps<'th'>, 'align' | 'ref'>, CellPlace {
  icon?: IconType | undefined
  /** The current sort order of this column. With `onSort`, the header is a button. */
  sort?: 'ascending' | 'descending' | undefined
  onSort?: (() => void) | undefined
  /** How the column can be reordered; absent if it cannot. */
  reorder?: Omit<ReorderOptions, 'axis' | 'disabled'> | undefined
  /** The resizable border at the right. */
  resize?: ColumnResize | undefined
  /** The column's name for the border, if the content is not plain text. */
  name?: string | undefined
  /** Renders a menu button after the name. Receives a function that fits the width to the content. */
  menu?: ((fit: (() => void) | undefined) => ReactNode) | undefined
  /** The tabindex of the controls; -1 removes them from the Tab order in tables with many columns. */
  controlsTabIndex?: number | undefined
}

const fixed = { list: '', id: '', onDrop: () => {} }

/** A column header. */
export function HeaderCell(props: HeaderCellProps) {
  const {
    icon: Icon,
    sort,
    onSort,
    reorder,
    resize,
    name,
    menu,
    controlsTabIndex,
    sticky,
    isEdge,
    isTight,
    align,
    className,
    style,
    children,
    ...rest
  } = props
  const place = placeCell({ sticky, isEdge, isTight, align })
  const { item, ...move } = useReorder({ ...(reorder ?? fixed), axis: 'horizontal', disabled: !reorder })
  const fitWidth = () => {
    if (item.current instanceof HTMLTableCellElement) resize?.onFit?.(fitColumn(item.current))
  }
  const fit = resize?.onFit && fitWidth
  const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown
  const columnName = name ?? (typeof children === 'string' ? children : 'column')
  const label = (
    <>
      {Icon && <Icon size={14} aria-hidden={true} />}
      <span className={styles.ellipsis}>{children}</span>
    </>
  )
  return (
    <th
      scope="col"
      // The border is a separate control and not part of the name.
      aria-label={resize && columnName}
      {...rest}
      ref={move.setItem}
      aria-sort={sort}
      data-dragged={move.isDragged ? '' : undefined}
      data-drop={move.dropEdge}
      className={joinClasses(styles.head, ...place.className, className)}
      style={{ ...style, ...place.style }}
    >
      <span ref={move.setHandle} className={styles.headLine}>
        {onSort ? (
          <button
            type="button"
            className={styles.sort}
            tabIndex={controlsTabIndex}
            onClick={onSort}
            data-sorted={sort ? '' : undefined}
          >
            {label}
            <Arrow className={styles.arrow} size={14} aria-hidden="true" />
          </button>
        ) : (
          <span className={styles.headText}>{label}</span>
        )}
        {menu?.(fit)}
      </span>
      {resize && (
        <ResizeHandle
          className={styles.resize}
          label={`Width of ${columnName}`}
          edge="right"
          {...resize}
          tabIndex={controlsTabIndex}
          onFit={fit}
        />
      )}
    </th>
  )
}
