import type { ComponentProps } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import { type CellPlace, placeCell } from './cellPlace.ts'
import styles from './Table.module.css'

export interface CellProps extends Omit<ComponentProps<'td'>, 'align'>, CellPlace {
  /** The cell that names its row. */
  isRowHeader?: boolean | undefined
  /** Monospace with digits of one width. */
  mono?: boolean | undefined
}

/** One value: a line with an ellipsis. */
export function Cell({ sticky, isEdge, isTight, align, isRowHeader, mono, className, style, ...rest }: CellProps) {
  const place = placeCell({ sticky, isEdge, isTight, align })
  const shared = {
    ...rest,
    className: joinClasses(styles.cell, mono && styles.mono, ...place.className, className),
    style: { ...style, ...place.style },
  }
  return isRowHeader ? <th scope="row" {...shared} /> : <td {...shared} />
}
