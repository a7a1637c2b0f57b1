import type { ExplainedAction } from '@coffer/schema'
import type { Log } from '../../queries/logs.ts'

/** The request of a log entry, as far as it can be explained. */
interface LoggedRequest {
  action: ExplainedAction
  /** Name or id of the collection. */
  collection: string
  recordId: string | undefined
  /** Whether a user sent it. The log does not store which one. */
  isOfUser: boolean
  /** The query string. */
  query: string
  /** Whether a client of PocketBase 0.23 or later sent it. */
  isOfToday: boolean
}

const recordsPath = /^\/api\/collections\/([^/]+)\/records(?:\/([^/]+))?\/?$/

const ofAll: Readonly<Record<string, ExplainedAction>> = { GET: 'list', POST: 'create' }
const ofOne: Readonly<Record<string, ExplainedAction>> = { GET: 'view', PATCH: 'update', DELETE: 'delete' }

/** Returns the request for records of a log entry that was rejected, or whose list is empty; undefined for others. */
export function explainedRequest({ data }: Pick<Log, 'data'>): LoggedRequest | undefined {
  const { url, method, status, auth, records, dialect } = data
  if (typeof url !== 'string' || typeof method !== 'string' || typeof status !== 'number' || auth === 'admin') return undefined
  const { pathname, search } = new URL(url, 'http://localhost')
  const [, collection, recordId] = recordsPath.exec(pathname) ?? []
  if (collection === undefined) return undefined
  const action = (recordId === undefined ? ofAll : ofOne)[method.toUpperCase()]
  const isRejected = [400, 403, 404].includes(status)
  if (!action || !(isRejected || (action === 'list' && status === 200 && records === 0))) return undefined
  return {
    action,
    collection: decodeURIComponent(collection),
    recordId: recordId && decodeURIComponent(recordId),
    isOfUser: auth === 'authRecord',
    query: search.slice(1),
    isOfToday: dialect === 'today',
  }
}
