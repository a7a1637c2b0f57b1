import type { RecordJson } from '@coffer/fields/ui'
import { Tooltip } from '@coffer/ui'
import styles from './RecordDates.module.css'

/** When a record was made and last changed: UTC, with local time on hover. */
export function RecordDates({ record }: { record: RecordJson }) {
  return (
    <span className={styles.dates}>
      <Moment label="Created" date={record.created} />
      <Moment label="Updated" date={record.updated} />
    </span>
  )
}

function Moment({ label, date }: { label: string; date: string | undefined }) {
  if (!date) return null
  const local = new Date(date.replace(' ', 'T'))
  return (
    <Tooltip content={Number.isNaN(local.getTime()) ? '' : `${local.toLocaleString()} local time`}>
      <span>
        {label} {date.slice(0, 19)} UTC
      </span>
    </Tooltip>
  )
}
