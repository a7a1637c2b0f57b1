import styles from '../cells/cells.module.css'
import { EmptyValue } from '../cells/EmptyValue.tsx'
import type { CellProps } from '../viewContract.ts'
import { formatPoint, invalidPoint, isZeroPoint, toPoint } from './GeoPoint.ts'

/** Returns the text of a point; '' for the zero point. */
export function textOf(value: unknown): string {
  const point = toPoint(value)
  return point === invalidPoint || isZeroPoint(point) ? '' : formatPoint(point)
}

/** Shows the latitude and the longitude of a point. */
export function Cell({ value }: CellProps) {
  const text = textOf(value)
  return text === '' ? <EmptyValue /> : <span className={styles.digits}>{text}</span>
}
