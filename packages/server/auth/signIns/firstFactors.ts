import { type AuthCollection, cofferAuth } from '@coffer/schema'
import { randomId } from '../../crypto/randomText.ts'
import type { Engine, Reader } from '../../db/engine.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { Lookup } from '../../records/access/findAllowed.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import { digestOf, findSignIn, insertSignIn, removeSignIn, type SignInRow } from '../../records/rows/signIns.ts'
import { meetsFilter } from './authRule.ts'

/** A way to sign in. Two factors are two different ones. */
export type SignInMethod = 'password' | 'oauth2' | 'otp'

/**
 * Whether a record needs two factors. With an invalid rule, every record does. PocketBase 0.22 has no such rule, so it always has the
 * meaning of later versions, in which more records meet it.
 */
export async function needsTwoFactors(
  reader: Reader,
  collection: AuthCollection,
  record: StoredRecord,
  lookup: Lookup,
): Promise<boolean> {
  const { enabled, rule } = cofferAuth(collection.options).mfa
  return enabled && (rule === '' || (await meetsFilter(reader, record, rule, lookup, true).catch(() => true)))
}

const sessionInvalid = () => new Rejection('invalid', { code: 'mfaInvalid' })

/** @throws Rejection `invalid` unless a first factor is one of this record, and of another method */
function assertFits(first: SignInRow, { collection, values }: StoredRecord, method: SignInMethod): void {
  if (first.recordId !== values.id || first.collectionId !== collection.id) throw new Rejection('invalid', { code: 'mfaOfOther' })
  if (first.keyDigest !== digestOf(values.tokenKey)) throw sessionInvalid()
  if (first.detail === method) throw new Rejection('invalid', { code: 'mfaSameMethod' })
}

/** Returns the row of a first factor that a record has shown now. */
export function firstFactorOf(collection: AuthCollection, { values }: StoredRecord, id: string, method: string) {
  return {
    id,
    kind: 'mfa',
    collectionId: collection.id,
    recordId: String(values.id),
    detail: method,
    keyDigest: digestOf(values.tokenKey),
    expires: Date.now() + cofferAuth(collection.options).mfa.duration * 1000,
  } as const
}

/**
 * Completes the sign-in of a record that has shown its second factor, or remembers its first one.
 * @param firstId the id of the first factor; '' if the request has none
 * @returns the id of the first factor if the second one is still needed
 * @throws Rejection `invalid` if the first factor is unknown, expired, of another record, used by another request or of the same method
 */
export function passFactor(
  db: Engine,
  collection: AuthCollection,
  record: StoredRecord,
  method: SignInMethod,
  firstId: string,
): Promise<string | undefined> {
  return db.transaction(async transaction => {
    if (firstId !== '') {
      const first = await findSignIn(transaction, 'mfa', firstId)
      if (!first) throw sessionInvalid()
      assertFits(first, record, method)
      if (!(await removeSignIn(transaction, first.id))) throw sessionInvalid()
      return undefined
    }
    const id = randomId()
    await insertSignIn(transaction, firstFactorOf(collection, record, id, method))
    return id
  })
}
