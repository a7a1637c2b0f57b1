import { ownValue } from '@coffer/fields/ownValue'
import type { Collection } from '@coffer/schema'
import type { App } from '../../api/App.ts'
import type { StepResult } from '../../api/StepResult.ts'
import { readToken, tokenIn } from '../../crypto/jwt.ts'
import type { FileReply, JsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { readFileCookie } from '../../messages/headers.ts'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'

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
function isPlain(reply: StepResult): reply is JsonReply | FileReply {
  if (reply.kind !== 'json' && reply.kind !== 'file') return false
  const isPaused = reply.kind === 'json' && reply.pauseMs !== undefined
  return reply.status === 200 && reply.failure === undefined && !isPaused
}

function expiryOf(token: string | undefined): number {
  if (!token) return Number.POSITIVE_INFINITY
  const { exp } = readToken(token)?.claims ?? {}
  // Text that is not a token is never cached.
  return typeof exp === 'number' ? exp * 1000 : 0
}

/**
 * Starts to record what a request reads. The returned function adds the dependencies to the reply, unless the response can change
 * without a change of data.
 */
export function trackDependencies(app: App): (request: ApiRequest, reply: StepResult) => Promise<StepResult> {
  const finishReads = app.db.traceReads()
  const records = app.versions.current('allRecords')
  return async (request, reply) => {
    const reads = finishReads?.()
    if (!reads || reads.isNondeterministic || !isPlain(reply) || isVariable(request)) return reply
    const ids: string[] = []
    for (const table of reads.tables) {
      const collection = app.catalog.find(table)
      if (collection && hasVariableRules(collection)) return reply
      const counted = collection ? [collection.id] : ownValue(systemTables, table)
      if (!counted) return reply
      ids.push(...counted)
    }
    // The stamp must be taken before the check: a change increments the counter of all records first, then that of its collection.
    const stamp = app.versions.stampOf(ids)
    const { authorization } = request.headers
    const until = Math.min(expiryOf(authorization && tokenIn(authorization)), expiryOf(readFileCookie(request.headers)))
    const isUnchanged = app.isCurrent() && app.versions.current('allRecords') === records
    return isUnchanged ? { ...reply, dependencies: { stamp, until } } : reply
  }
}
