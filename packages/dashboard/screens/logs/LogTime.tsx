import { Tooltip } from '@coffer/ui'
import styles from './LogTime.module.css'

const local = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
})

/** Time of a log entry in UTC, to the millisecond, with a tooltip in local time. */
export function LogTime({ moment }: { moment: string }) {
  const date = new Date(moment.replace(' ', 'T'))
  if (Number.isNaN(date.getTime())) return moment || 'N/A'
  return (
    <Tooltip content={`${local.format(date)} (local time)`}>
      <time className={styles.time} dateTime={date.toISOString()}>
        {moment.replace(/Z$/, ' UTC')}
      </time>
    </Tooltip>
  )
}
