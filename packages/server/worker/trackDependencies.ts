import type { Collection } from '@coffer/schema'
import type { App } from '../app/App.ts'
import { memoizeByObject } from '../cache/memoizeByObject.ts'
import { readToken, tokenIn } from '../crypto/jwt.ts'
import type { FileReply, JsonReply, ThreadReply } from '../messages/ApiReply.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { readFileCookie } from '../messages/headers.ts'

/** The version counters of the system tables. `_collections` and `_params` need none, because every stamp includes theirs. */
const systemTables: Record<string, readonly string[]> = { _collections: [], _params: [], _admins: ['_admins'] }

/** Matches `@` names whose value is not determined by the request, the requester and the records: headers and the time. */
const variableName = /@(?!request\.(?:auth|query|data|method|context)\b|collection\.)/i

const rulesOf = (collection: Collection): string[] => [
  collection.listRule ?? '',
  collection.viewRule ?? '',
  (collection.type === 'auth' && collection.options.manageRule) || '',
]

/** Whether the result of the rules depends on the time or on request headers. */
const hasVariableRules = memoizeByObject((collection: Collection) => rulesOf(collection).some(rule => variableName.test(rule)))

/** Whether the query depends on the time or on random numbers, or contains a token, which can expire. */
const isVariable = ({ query }: ApiRequest): boolean =>
  query.some(([name, value]) => name === 'token' || name.includes('@') || value.includes('@'))

/** Whether a response only contains data that was read. */
const isPlain = (reply: ThreadReply): reply is JsonReply | FileReply => {
  if (reply.kind !== 'json' && reply.kind !== 'file') return false
  const isPaused = reply.kind === 'json' && reply.pauseMs !== undefined
  return reply.status === 200 && reply.effects === undefined && reply.failure === undefined && !isPaused
}

const expiryOf = (token: string | undefined): number => {
  if (!token) return Number.POSITIVE_INFINITY
  const { exp } = readToken(token)?.claims ?? {}
  // Text that is not a token is never cached.
  return typeof exp === 'number' ? exp * 1000 : 0
}

/**
 * Starts to record what a request reads. The returned function adds the dependencies to the reply, unless the response can change
 * without a change of data.
 */
export const trackDependencies = (app: App): ((request: ApiRequest, reply: ThreadReply) => Promise<ThreadReply>) => {
  const finishReads = app.db.traceReads()
  const before = app.versions.stampOf('all')
  return async (request, reply) => {
    const reads = finishReads?.()
    if (!reads || reads.isNondeterministic || !isPlain(reply) || isVariable(request)) return reply
    const catalog = await app.catalog()
    const ids: string[] = []
    for (const table of reads.tables) {
      const collection = catalog.find(table)
      if (collection && hasVariableRules(collection)) return reply
      const counted = collection ? [collection.id] : systemTables[table]
      if (!counted) return reply
      ids.push(...counted)
    }
    // The stamp must be taken before the check: a change increments the counter of all records first, then that of its collection.
    const stamp = app.versions.stampOf(ids)
    const { authorization } = request.headers
    const until = Math.min(expiryOf(authorization && tokenIn(authorization)), expiryOf(readFileCookie(request.headers)))
    return app.versions.isCurrent(before) ? { ...reply, dependencies: { stamp, until } } : reply
  }
}
