import { Tooltip } from '@coffer/ui'

interface MomentProps {
  /** As the server tells it, e.g. `2026-01-31 12:00:00.000Z`; nothing where it is empty. */
  date: string
  /** What happened then. */
  label?: string
}

/** A moment in UTC, with local time on hover. */
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
