import type { RecordJson } from '@coffer/fields/ui'
import { Moment } from '../../../shell/page/Moment.tsx'
import styles from './RecordDates.module.css'

/** When a record was made and last changed: UTC, with local time on hover. */
export function RecordDates({ record }: { record: RecordJson }) {
  return (
    <span className={styles.dates}>
      <Moment label="Created" date={record.created ?? ''} />
      <Moment label="Updated" date={record.updated ?? ''} />
    </span>
  )
}
