import { createHash } from 'node:crypto'
import { type AuthCollection, cofferAuth } from '@coffer/schema'
import { randomId } from '../../crypto/randomText.ts'
import type { Engine, Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import { insertSignIn, listSignIns, removeSignIn } from '../../records/rows/signIns.ts'

/** The address and browser of a sign-in. */
export interface Origin {
  ip: string
  userAgent: string
}

/** Maximum number of origins that are remembered for a record. */
const maxOrigins = 5

/** Origins do not expire. */
const never = Number.MAX_SAFE_INTEGER

/** Returns the fingerprint of an origin, as PocketBase computes it. */
function fingerprintOf({ ip, userAgent }: Origin): string {
  return createHash('md5').update(`${ip}${userAgent}`).digest('hex')
}

function listOrigins(reader: Reader, { collection, values }: StoredRecord) {
  return listSignIns(
    reader,
    'origin',
    sql`${name('collectionId')} = ${collection.id} AND ${name('recordId')} = ${String(values.id)}`,
  )
}

/** Whether a record signs in from an origin for the first time, so that it has to be remembered. */
export async function isNewOrigin(
  reader: Reader,
  collection: AuthCollection,
  record: StoredRecord,
  origin: Origin,
): Promise<boolean> {
  if (!cofferAuth(collection.options).authAlert.enabled) return false
  const fingerprint = fingerprintOf(origin)
  return !(await listOrigins(reader, record)).some(({ detail }) => detail === fingerprint)
}

/** Returns the row of an origin of a record. */
export function originOf({ collection, values }: StoredRecord, id: string, fingerprint: string) {
  return {
    id,
    kind: 'origin',
    collectionId: collection.id,
    recordId: String(values.id),
    detail: fingerprint,
    keyDigest: '',
    expires: never,
  } as const
}

/** Remembers an origin. Returns whether to notify the user, because the record has signed in from other origins before. */
export function rememberOrigin(db: Engine, record: StoredRecord, origin: Origin): Promise<boolean> {
  const fingerprint = fingerprintOf(origin)
  return db.transaction(async transaction => {
    const known = await listOrigins(transaction, record)
    if (known.some(({ detail }) => detail === fingerprint)) return false
    for (const { id } of known.slice(maxOrigins - 1)) await removeSignIn(transaction, id)
    await insertSignIn(transaction, originOf(record, randomId(), fingerprint))
    return known.length > 0
  })
}
