import type { Collection } from '@coffer/schema'
import type { App } from '../app/App.ts'
import { readToken, tokenIn } from '../crypto/jwt.ts'
import type { ApiReply } from '../messages/ApiReply.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import type { CacheDependencies } from '../messages/CacheDependencies.ts'
import { readFileCookie } from '../messages/cookies.ts'
import { memoizeByObject } from '../runtime/memoizeByObject.ts'

/** Tables of no collection: every stamp counts changes of the first two, and those of the third are told of by its name. */
const systemTables: Record<string, readonly string[]> = { _collections: [], _params: [], _admins: ['_admins'] }

/** Anything of `@…` but what the question itself, its requester and the records tell: headers, and the time. */
const momentaryName = /@(?!request\.(?:auth|query|data|method|context)\b|collection\.)/i

const rulesOf = (collection: Collection): string[] => [
  collection.listRule ?? '',
  collection.viewRule ?? '',
  (collection.type === 'auth' && collection.options.manageRule) || '',
]

/** Whether rules let different records through from one moment, or from one client, to the next. */
const hasMomentaryRules = memoizeByObject((collection: Collection) => rulesOf(collection).some(rule => momentaryName.test(rule)))

/** Whether the question itself asks for the time or for chance, or brings a token that may end. */
const isMomentary = ({ query }: ApiRequest): boolean =>
  query.some(([name, value]) => name === 'token' || name.includes('@') || value.includes('@'))

/** Whether an answer is nothing but what was read. */
const isPlain = ({ status, effects, pause, failure }: ApiReply): boolean =>
  status === 200 && effects === undefined && pause === undefined && failure === undefined

const endOf = (token: string | undefined): number => {
  if (!token) return Number.POSITIVE_INFINITY
  const { exp } = readToken(token)?.claims ?? {}
  // What is no token now may become one.
  return typeof exp === 'number' ? exp * 1000 : 0
}

/**
 * To be called before a reply is made from what is in the database. The result tells what the reply stands on; undefined when it
 * may be another one the next time, though nothing was changed.
 */
export const trackDependencies = (
  app: App,
): ((request: ApiRequest, reply: ApiReply) => Promise<CacheDependencies | undefined>) => {
  const endNote = app.db.noteReads()
  const before = app.versions.ofAll()
  return async (request, reply) => {
    const note = endNote?.()
    if (!note || note.isMomentary || !isPlain(reply) || isMomentary(request)) return undefined
    const catalog = await app.catalog()
    const ids: string[] = []
    for (const table of note.tables) {
      const collection = catalog.find(table)
      if (collection && hasMomentaryRules(collection)) return undefined
      const counted = collection ? [collection.id] : systemTables[table]
      if (!counted) return undefined
      ids.push(...counted)
    }
    // In this order: a change counts itself as one of all before it counts itself as one of its collection.
    const stamp = app.versions.stampOf(ids)
    const { authorization } = request.headers
    const until = Math.min(endOf(authorization && tokenIn(authorization)), endOf(readFileCookie(request.headers)))
    return app.versions.ofAll() === before ? { stamp, until } : undefined
  }
}
