import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ResizeHandle } from '../layers/ResizeHandle.tsx'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import { type CellPlace, placeCell } from './cellPlace.ts'
import styles from './Table.module.css'

export interface ColumnResize {
  /** Pixels. */
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  onSettle?: ((value: number) => void) | undefined
  onReset?: (() => void) | undefined
}

export interface HeaderCellProps extends Omit<ComponentProps<'th'>, 'align'>, CellPlace {
  icon?: IconType | undefined
  /** How the rows are sorted by this column now; with `onSort` the header is a button. */
  sort?: 'ascending' | 'descending' | undefined
  onSort?: (() => void) | undefined
  /** A border at the right that can be moved. */
  resize?: ColumnResize | undefined
  /** The column's name for the border, where the content is not a plain text. */
  name?: string | undefined
  /** After the name, e.g. a menu button. */
  trailing?: ReactNode
}

/** Head of a column. */
export function HeaderCell(props: HeaderCellProps) {
  const {
    icon: Icon,
    sort,
    onSort,
    resize,
    name,
    trailing,
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
      aria-sort={sort}
      className={joinClasses(styles.head, ...place.className, className)}
      style={{ ...style, ...place.style }}
    >
      <span className={styles.headLine}>
        {onSort ? (
          <button type="button" className={styles.sort} onClick={onSort} data-sorted={sort ? '' : undefined}>
            {label}
            <Arrow className={styles.arrow} size={14} aria-hidden="true" />
          </button>
        ) : (
          <span className={styles.headText}>{label}</span>
        )}
        {trailing}
      </span>
      {resize && <ResizeHandle className={styles.resize} label={`Width of ${columnName}`} edge="right" {...resize} />}
    </th>
  )
}
