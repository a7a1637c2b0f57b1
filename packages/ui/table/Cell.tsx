import type { ComponentProps } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import { type CellPlace, placeCell } from './cellPlace.ts'
import styles from './Table.module.css'

export interface CellProps extends Omit<ComponentProps<'td'>, 'align'>, CellPlace {
  /** Whether the cell is the header of its row. */
  isRowHeader?: boolean | undefined
  /** Whether the text is monospace with tabular digits. */
  mono?: boolean | undefined
}

/** A table cell, one line with an ellipsis. */
export function Cell({ sticky, isEdge, isTight, align, isRowHeader, mono, className, style, ...rest }: CellProps) {
  const place = placeCell({ sticky, isEdge, isTight, align })
  const shared = {
    ...rest,
    className: joinClasses(styles.cell, mono && styles.mono, ...place.className, className),
    style: { ...style, ...place.style },
  }
  return isRowHeader ? <th scope="row" {...shared} /> : <td {...shared} />
}
