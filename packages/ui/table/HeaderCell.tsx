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
  /** Pixels. */
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  onSettle?: ((value: number) => void) | undefined
  onReset?: (() => void) | undefined
  /** Gets the width that the name and the values in the page need. */
  onFit?: ((width: number) => void) | undefined
}

export interface HeaderCellProps extends Omit<ComponentProps<'th'>, 'align' | 'ref'>, CellPlace {
  icon?: IconType | undefined
  /** How the rows are sorted by this column now; with `onSort` the header is a button. */
  sort?: 'ascending' | 'descending' | undefined
  onSort?: (() => void) | undefined
  /** How the column changes places with others of its list, where it may. */
  reorder?: Omit<ReorderOptions, 'axis' | 'disabled'> | undefined
  /** A border at the right that can be moved. */
  resize?: ColumnResize | undefined
  /** The column's name for the border, where the content is not a plain text. */
  name?: string | undefined
  /** After the name, a button with a menu; it gets what fits the width to the content. */
  menu?: ((fit: (() => void) | undefined) => ReactNode) | undefined
  /** -1 leaves the controls in it out of the Tab order, where many columns stand in a row. */
  controlsTabIndex?: number | undefined
}

const fixed = { list: '', id: '', onDrop: () => {} }

/** Head of a column. */
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
      // The border is a control of its own and no part of the name.
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
