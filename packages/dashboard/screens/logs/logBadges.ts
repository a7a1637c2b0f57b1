import type { BadgeProps } from '@coffer/ui'
import type { Log } from '../../queries/logs.ts'

export interface LogBadge {
  key: string
  /** As it is shown, cut where it is long. */
  text: string
  tone: NonNullable<BadgeProps['tone']>
}

const mostBadges = 6
const longest = 80

/** Whether an entry tells of a request that the API answered. */
export const isRequestLog = ({ data }: Pick<Log, 'data'>): boolean => data.type === 'request'

/**
 * What of an entry's data is shown in its row: of a request how it went and where it came from, of anything else the first values,
 * an error and its details last.
 * @param ownHost a request that came from here needs no word about it
 */
export function logBadges(log: Pick<Log, 'data'>, ownHost: string): LogBadge[] {
  const last = ['error', 'details'].filter(key => isGiven(log.data[key]))
  const keys = isRequestLog(log)
    ? ['status', 'execTime', 'auth', 'userIp', 'referer'].filter(key => isWorthShowing(key, log.data[key], ownHost))
    : Object.keys(log.data)
        .filter(key => key !== 'error' && key !== 'details')
        .slice(0, mostBadges - last.length)
  return [...keys, ...last].map(key => ({ key, text: textOf(key, log), tone: toneOf(key, log) }))
}

/** How long a request took, to the microsecond. */
export const formatDuration = (milliseconds: number): string => `${Number(milliseconds.toFixed(3))}ms`

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function isWorthShowing(key: string, value: unknown, ownHost: string): boolean {
  if (!isGiven(value)) return false
  return key !== 'referer' || !URL.canParse(String(value)) || new URL(String(value)).host !== ownHost
}

function textOf(key: string, log: Pick<Log, 'data'>): string {
  const value = log.data[key]
  if (key === 'execTime' && typeof value === 'number' && isRequestLog(log)) return formatDuration(value)
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
  const plain = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...plain]
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : plain || '-'
}

function toneOf(key: string, log: Pick<Log, 'data'>): LogBadge['tone'] {
  if (key === 'error') return 'danger'
  if (key === 'details') return 'warning'
  if (key !== 'status' || !isRequestLog(log)) return 'neutral'
  const status = Number(log.data.status)
  if (status >= 500) return 'danger'
  return status >= 400 ? 'warning' : 'success'
}
