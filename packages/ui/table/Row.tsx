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
  /** Chosen; its checkbox says so to assistive technology. */
  isSelected?: boolean | undefined
  /** Open beside the table. */
  isCurrent?: boolean | undefined
  /** It can be pressed as a whole. */
  isPressable?: boolean | undefined
}

/** A row that shows hover, focus and selection. Its keys are the caller's; pass `tabIndex` to make it focusable. */
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

/** Takes the height of the rows that are not in the page. */
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
  /** How many columns it takes; one by default. */
  span?: number
}

/** A cell with nothing in it: the column that takes what the others leave, or the head of a column of arrows. */
export function FillerCell({ span, ...place }: FillerCellProps) {
  const { className, style } = placeCell(place)
  return <td aria-hidden="true" colSpan={span} className={joinClasses(styles.filler, ...className)} style={style} />
}
