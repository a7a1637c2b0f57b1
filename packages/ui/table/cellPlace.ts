import type { CSSProperties } from 'react'
import styles from './Table.module.css'

/** Where a cell stays while the table scrolls sideways: pixels from the left end, or the right end. */
type Sticky = number | 'end'

export interface CellPlace {
  sticky?: Sticky | undefined
  /** The last of the sticky columns at the left: it draws their edge. */
  isEdge?: boolean | undefined
  /** Nothing but one control, in the middle: no padding of its own. */
  isTight?: boolean | undefined
  align?: 'left' | 'center' | 'right' | undefined
}

/** Classes and offset of a cell in its place. */
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
