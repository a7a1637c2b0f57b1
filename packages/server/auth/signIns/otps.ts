import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AuthCollection, cofferAuth, type Settings } from '@coffer/schema'
import { unknownPasswordHash } from '../../crypto/passwords.ts'
import { randomId, randomSecret } from '../../crypto/randomText.ts'
import type { Engine, Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { writeRecords } from '../../records/changes/RecordWriter.ts'
import { findRecord } from '../../records/rows/findRecord.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import {
  countWrongGuess,
  digestOf,
  findSignIn,
  insertSignIn,
  listSignIns,
  removeSignIn,
  type SignInRow,
} from '../../records/rows/signIns.ts'
import { setColumns } from '../../records/setColumns.ts'
import type { AuthContext } from '../AuthContext.ts'

/** Maximum number of one-time passwords for an email that have not expired. Further requests get the newest one, without a mail. */
const maxOtpsPerEmail = 10
/** Number of wrong guesses after which a one-time password is invalid. */
const maxWrongGuesses = 5

/** Returns the options of a collection. @throws Rejection `forbidden` if it has no one-time passwords */
export function otpOptionsOf({ options }: AuthCollection) {
  const { otp } = cofferAuth(options)
  if (!otp.enabled) throw new Rejection('forbidden', { code: 'otpDisabled' })
  return otp
}

interface IssuedOtp {
  id: string
  /** Whether it is new, so that it has to be mailed. */
  isNew: boolean
}

/**
 * Issues a one-time password for an email. It is also stored for an email without a record, so that neither the response nor its time
 * reveals which emails exist.
 */
export function issueOtp(
  db: Engine,
  collection: AuthCollection,
  email: string,
  record: StoredRecord | undefined,
): Promise<IssuedOtp> {
  const { duration } = otpOptionsOf(collection)
  const own = sql`${name('collectionId')} = ${collection.id} AND detail = ${email}`
  return db.transaction(async transaction => {
    const present = await listSignIns(transaction, 'otp', own)
    const [newest] = present
    if (newest && present.length >= maxOtpsPerEmail) return { id: newest.id, isNew: false }
    const id = randomId()
    await insertSignIn(transaction, {
      id,
      kind: 'otp',
      collectionId: collection.id,
      recordId: record ? String(record.values.id) : '',
      detail: email,
      keyDigest: record ? digestOf(record.values.tokenKey) : '',
      expires: Date.now() + duration * 1000,
    })
    return { id, isNew: true }
  })
}

/**
 * Returns the digits of a one-time password. They are derived from its id and the record's token key, so that they are not stored
 * anywhere, not even in the queue of mails.
 */
export function otpDigits({ recordAuthToken }: Settings, id: string, record: StoredRecord, length: number): string {
  const key = `${record.values.tokenKey}${recordAuthToken.secret}`
  const digest = createHmac('sha256', key).update(`one-time password ${record.collection.id} ${id}`).digest('hex')
  return (BigInt(`0x${digest}`) % 10n ** BigInt(length)).toString().padStart(length, '0')
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Finds a one-time password of a collection, unless it has expired. */
export async function findOtp(reader: Reader, collection: AuthCollection, id: string): Promise<SignInRow | undefined> {
  const found = await findSignIn(reader, 'otp', id)
  return found?.collectionId === collection.id ? found : undefined
}

const otpInvalid = (cause: string) => new Rejection('invalid', { code: 'otpInvalid', cause, isWarning: true })

/**
 * Returns the record whose one-time password was sent. A wrong one is counted.
 * @throws Rejection `invalid` with the same response for every reason
 */
export async function checkOtp(
  { db, settings }: Pick<AuthContext, 'db' | 'settings'>,
  collection: AuthCollection,
  otp: SignInRow | undefined,
  password: string,
): Promise<StoredRecord> {
  if (!otp) throw otpInvalid('There is no such one-time password, or it has expired.')
  const record = otp.recordId === '' ? undefined : await findRecord(db, collection, otp.recordId)
  const isUsable = record !== undefined && otp.attempts < maxWrongGuesses && otp.keyDigest === digestOf(record.values.tokenKey)
  if (isUsable && isEqual(otpDigits(settings, otp.id, record, otpOptionsOf(collection).length), password)) return record
  await db.transaction(transaction => countWrongGuess(transaction, otp.id))
  throw otpInvalid(isUsable ? 'The one-time password is wrong.' : 'The one-time password can no longer be used.')
}

/**
 * Uses a one-time password, which becomes invalid. Verifies the record, because the mail went to its email. Another person may have
 * signed up with this email, so an unverified record gets a new random password unless its collection has two factors.
 * @throws Rejection `invalid` if another request has used it
 */
export async function useOtp(app: AuthContext, otp: SignInRow, { collection, values }: StoredRecord): Promise<StoredRecord> {
  const hasTwoFactors = collection.type === 'auth' && cofferAuth(collection.options).mfa.enabled
  const passwordHash = await unknownPasswordHash()
  return writeRecords(app, { kind: 'authRecord', collectionId: collection.id, id: String(values.id) }, async records => {
    const { transaction } = records
    const stored = await findRecord(transaction, collection, String(values.id))
    if (!stored || stored.values.tokenKey !== values.tokenKey || !(await removeSignIn(transaction, otp.id)))
      throw otpInvalid('Another request has used the one-time password.')
    if (stored.values.verified === true || stored.values.email !== otp.detail) return stored
    const replaced = hasTwoFactors ? {} : { passwordHash, tokenKey: randomSecret(50) }
    return setColumns(records, stored, { verified: true, ...replaced })
  })
}
