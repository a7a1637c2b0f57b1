import { Tooltip } from '@coffer/ui'
import styles from '../cells/cells.module.css'
import { EmptyValue } from '../cells/EmptyValue.tsx'
import { TextValue } from '../cells/TextValue.tsx'
import type { CellProps } from '../viewContract.ts'
import { formatLocal, formatUtc, parseUtc } from './formatDate.ts'

export function Cell({ value, compact }: CellProps) {
  if (typeof value !== 'string' || value === '') return <EmptyValue />
  const moment = parseUtc(value)
  if (!moment) return <TextValue text={value} compact={compact} />
  return (
    <Tooltip content={<LocalTime moment={moment} />}>
      <time className={styles.digits} dateTime={moment.toISOString()}>
        {formatUtc(moment)}
      </time>
    </Tooltip>
  )
}

/** Computed only when the tooltip opens. */
function LocalTime({ moment }: { moment: Date }) {
  return formatLocal(moment)
}
