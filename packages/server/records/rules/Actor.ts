import type { StoredValues } from '../../db/engine.ts'
import type { Attempt } from '../../messages/Attempt.ts'
import type { RequestValues } from '../../query/operands/RequestValues.ts'
import type { Requester } from './Requester.ts'

/** Who performs an operation, and what the rules can read about the request. */
export interface Actor {
  requester: Requester
  values: RequestValues
  /** The attempt that has been counted for the operation, such as one to guess a password. */
  counted?: Attempt
}

/** The parts of a request that rules can read. */
interface RequestParts {
  /** Upper-case. */
  method: string
  /** Names and values of the parameters, in order. */
  query: readonly [string, string][]
  /** The first value of each header, by its lower-case name. */
  headers: Readonly<Record<string, string>>
  counted?: Attempt
}

interface ActorOptions {
  /** What rules read as `@request.data`. */
  data?: Record<string, unknown>
  /** What rules read as `@request.context`. */
  context?: 'batch' | 'default' | 'oauth2' | 'otp' | 'password' | 'protectedFile' | 'realtime'
  /** The stored values of the auth record, if it counts as it was at an earlier time. */
  pastAuth?: StoredValues | undefined
}

function firstOfEach(pairs: readonly [string, string][]): Record<string, string> {
  if (pairs.length === 0) return {}
  const values = new Map<string, string>()
  for (const [name, value] of pairs) if (!values.has(name)) values.set(name, value)
  return Object.fromEntries(values)
}

function snakeCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named: Record<string, string> = {}
  for (const name of Object.keys(headers)) named[name.replaceAll('-', '_')] = headers[name] ?? ''
  return named
}

/** Creates the actor for a request. */
export function createActor(
  requester: Requester,
  { method, query, headers, counted }: RequestParts,
  { data = {}, context = 'default', pastAuth }: ActorOptions = {},
): Actor {
  const auth =
    requester.kind === 'authRecord'
      ? { collection: requester.collection, values: requester.record.values, ...(pastAuth && { past: pastAuth }) }
      : null
  const values = { context, method, query: firstOfEach(query), headers: snakeCased(headers), data, auth }
  return { requester, values, ...(counted && { counted }) }
}
