import type { Log } from '../../queries/logs.ts'
import { formatDuration, isRequestLog } from './logBadges.ts'

/** A formatted value of an entry's data. */
export interface DetailRow {
  key: string
  kind: 'text' | 'json' | 'error' | 'html'
  text: string
}

/** Known keys, most relevant first. */
const order = [
  'execTime',
  'type',
  'auth',
  'status',
  'method',
  'url',
  'dialect',
  'referer',
  'remoteIp',
  'userIp',
  'userAgent',
  'error',
  'details',
]

/** Formats all values of an entry's data, known keys first. */
export function detailRows(log: Pick<Log, 'data'>): DetailRow[] {
  const keys = Object.keys(log.data)
  const known = order.filter(key => keys.includes(key))
  return [...known, ...keys.filter(key => !order.includes(key))].map(key => ({ key, ...shown(key, log) }))
}

function shown(key: string, log: Pick<Log, 'data'>): Omit<DetailRow, 'key'> {
  const value = log.data[key]
  if (isEmpty(value)) return { kind: 'text', text: 'N/A' }
  if (key === 'error') return { kind: 'error', text: typeof value === 'object' ? JSON.stringify(value) : String(value) }
  if (typeof value === 'object') return { kind: 'json', text: JSON.stringify(value, null, 2) }
  if (key === 'details') return { kind: 'html', text: String(value) }
  if (key === 'execTime' && typeof value === 'number' && isRequestLog(log)) return { kind: 'text', text: formatDuration(value) }
  return { kind: 'text', text: String(value) }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
