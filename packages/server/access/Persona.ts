import type { PersonaDescription } from '@coffer/schema'
import type { RequestValues } from '../query/operands/RequestValues.ts'
import { storedValuesOf } from '../records/rows/StoredRecord.ts'
import { createActor } from '../records/rules/Actor.ts'
import type { Requester } from '../records/rules/Requester.ts'

/** A requester whose access is evaluated: a guest, a stored auth record, or a new user that is not stored. */
export interface Persona extends PersonaDescription {
  requester: Exclude<Requester, { kind: 'admin' }>
}

/** What rules can read of a request that does not come from the client's data, query or headers. */
export interface RequestKind {
  method: string
  context?: 'default' | 'protectedFile' | 'realtime'
}

/** What the query of a persona reads: the values of its request, and the records that joins have to find in addition. */
export interface PersonaRequest {
  request: RequestValues
  /** By the id of the collection, as JSON; see `Query`. */
  added: ReadonlyMap<string, string>
}

const nothingAdded: ReadonlyMap<string, string> = new Map()

/** Returns what a rule reads of an empty request of a persona. */
export function requestOf({ kind, requester }: Persona, { method, context = 'default' }: RequestKind): PersonaRequest {
  const isStored = kind !== 'newUser' || requester.kind !== 'authRecord'
  const stored = isStored ? undefined : storedValuesOf(requester.record)
  const { values } = createActor(requester, { method, query: [], headers: {} }, { context, pastAuth: stored })
  const added = isStored || !stored ? nothingAdded : new Map([[requester.collection.id, JSON.stringify([stored])]])
  return { request: values, added }
}
