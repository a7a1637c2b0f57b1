import type { CSSProperties } from 'react'
import styles from './Table.module.css'

/** The sticky position of a cell in pixels from the left or the right end. */
type Sticky = number | 'end'

export interface CellPlace {
  sticky?: Sticky | undefined
  /** Whether this is the last sticky column at the left, which has the edge. */
  isEdge?: boolean | undefined
  /** Whether the cell contains a single centered control and has no padding. */
  isTight?: boolean | undefined
  align?: 'left' | 'center' | 'right' | undefined
}

/** Returns the class names and the offset of a cell. */
export function placeCell({ sticky, isEdge, isTight, align }: CellPlace): {
  className: (string | false | undefined)[]
  style: CSSProperties
} {
  return {
    className: [
      sticky !== undefined && styles.sticky,
      sticky === 'end' && styles.edgeEnd,
      isEdge && styles.edgeStart,
      isTight && styles.tight,
      align && align !== 'left' && styles[align],
    ],
    style: sticky === undefined ? {} : sticky === 'end' ? { right: 0 } : { left: sticky },
  }
}
