import { Tooltip } from '@coffer/ui'

interface MomentProps {
  /** In the server's format, e.g. `2026-01-31 12:00:00.000Z`. Nothing is rendered if it is empty. */
  date: string
  /** Text before the date, e.g. "Created:". */
  label?: string
}

/** A date and time in UTC, with a tooltip in local time. */
export function Moment({ date, label }: MomentProps) {
  if (date === '') return null
  const local = new Date(date.replace(' ', 'T'))
  return (
    <Tooltip content={Number.isNaN(local.getTime()) ? '' : `${local.toLocaleString()} local time`}>
      <span>
        {label} {date.slice(0, 19)} UTC
      </span>
    </Tooltip>
  )
}
