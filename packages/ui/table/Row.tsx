import type { ComponentProps } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import { type CellPlace, placeCell } from './cellPlace.ts'
import styles from './Table.module.css'

export function TableHead({ className, ...rest }: ComponentProps<'thead'>) {
  return <thead {...rest} className={joinClasses(styles.thead, className)} />
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} />
}

export function HeaderRow({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={joinClasses(styles.headRow, className)} />
}

export interface RowProps extends ComponentProps<'tr'> {
  /** Whether the row is selected. Its checkbox announces this to assistive technology. */
  isSelected?: boolean | undefined
  /** Whether the row is open in a panel. */
  isCurrent?: boolean | undefined
  /** Whether the whole row is clickable. */
  isPressable?: boolean | undefined
}

/** A row with hover, focus and selection styles. The caller handles keys; pass `tabIndex` to make it focusable. */
export function Row({ isSelected, isCurrent, isPressable, className, ...rest }: RowProps) {
  return (
    <tr
      {...rest}
      className={joinClasses(styles.row, isPressable && styles.pressable, className)}
      data-selected={isSelected ? '' : undefined}
      aria-current={isCurrent || undefined}
    />
  )
}

/** A spacer with the height of the rows that are not rendered. */
export function SpacerRow({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can take focus
    <tr aria-hidden="true">
      <td className={styles.spacer} style={{ height }} />
    </tr>
  )
}

interface FillerCellProps extends CellPlace {
  /** Number of columns. Default: 1. */
  span?: number
}

/** An empty cell: the column that fills the remaining width, or the header of the arrow column. */
export function FillerCell({ span, ...place }: FillerCellProps) {
  const { className, style } = placeCell(place)
  return <td aria-hidden="true" colSpan={span} className={joinClasses(styles.filler, ...className)} style={style} />
}
