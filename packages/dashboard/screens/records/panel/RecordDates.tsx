import type { RecordJson } from '@coffer/fields/ui'
import { Moment } from '../../../shell/page/Moment.tsx'
import styles from './RecordDates.module.css'

/** Shows the created and updated dates of a record in UTC, with local time in a tooltip. */
export function RecordDates({ record }: { record: RecordJson }) {
  return (
    <span className={styles.dates}>
      <Moment label="Created" date={record.created ?? ''} />
      <Moment label="Updated" date={record.updated ?? ''} />
    </span>
  )
}
