import type { BadgeProps } from '@coffer/ui'
import type { Log } from '../../queries/logs.ts'

export interface LogBadge {
  key: string
  /** Formatted and truncated value. */
  text: string
  tone: NonNullable<BadgeProps['tone']>
}

const maxBadges = 6
const maxTextLength = 80

/** Whether an entry logs a request to the API. */
export function isRequestLog({ data }: Pick<Log, 'data'>): boolean {
  return data.type === 'request'
}

/**
 * Returns the badges of an entry's row: status, duration and origin of a request, or the first values of any other entry. Error and
 * details come last.
 * @param ownHost host of the dashboard; referers with this host are omitted
 */
export function logBadges(log: Pick<Log, 'data'>, ownHost: string): LogBadge[] {
  const last = ['error', 'details'].filter(key => isGiven(log.data[key]))
  const keys = isRequestLog(log)
    ? ['status', 'execTime', 'auth', 'userIp', 'referer'].filter(key => isWorthShowing(key, log.data[key], ownHost))
    : Object.keys(log.data)
        .filter(key => key !== 'error' && key !== 'details')
        .slice(0, maxBadges - last.length)
  return [...keys, ...last].map(key => ({ key, text: textOf(key, log), tone: toneOf(key, log) }))
}

/** Formats a duration with microsecond precision. */
export function formatDuration(milliseconds: number): string {
  return `${Number(milliseconds.toFixed(3))}ms`
}

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
  return characters.length > maxTextLength ? `${characters.slice(0, maxTextLength).join('')}…` : plain || '-'
}

function toneOf(key: string, log: Pick<Log, 'data'>): LogBadge['tone'] {
  if (key === 'error') return 'danger'
  if (key === 'details') return 'warning'
  if (key !== 'status' || !isRequestLog(log)) return 'neutral'
  const status = Number(log.data.status)
  if (status >= 500) return 'danger'
  return status >= 400 ? 'warning' : 'success'
}
