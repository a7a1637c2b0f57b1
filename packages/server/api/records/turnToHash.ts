import type { Collection } from '@coffer/schema'
import { hashingMs } from '../../records/pending/hashNewPasswords.ts'
import type { Call } from '../Call.ts'
import type { TakeTurn } from '../Steps.ts'

/** A record to create or update. */
interface SentRecord {
  collection: Collection
  values: Record<string, unknown>
}

/**
 * Returns what a step has to wait for before it stores records with passwords, because each hash takes a processor for a part of a second.
 * A request that has its turn, also to check a password, needs no other one.
 */
export function turnToHash({ request }: Call, records: readonly SentRecord[]): TakeTurn | undefined {
  if (request.hasTurn || request.counted?.kind === 'password') return undefined
  const ms = records.reduce((sum, { collection, values }) => sum + hashingMs(collection, values), 0)
  return ms === 0 ? undefined : { kind: 'takeTurn', ms }
}
