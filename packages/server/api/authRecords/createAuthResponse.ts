import type { AuthCollection } from '@coffer/schema'
import { assertMayAuthenticate } from '../../auth/signIns/authRule.ts'
import { recordToken } from '../../auth/tokens.ts'
import { type JsonReply, jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import type { Lookup } from '../../records/access/findAllowed.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import { createActor } from '../../records/rules/Actor.ts'
import type { Requester } from '../../records/rules/Requester.ts'
import { showRecord } from '../../records/visible/showRecords.ts'
import { readRuleData } from '../body/readData.ts'
import type { Call } from '../Call.ts'
import { parameter } from '../parameters.ts'
import { recordFormat } from '../v022/write/SerializedRecord.ts'

/** The body of an auth response. */
export interface AuthJson {
  record: unknown
  token: string
}

interface TokenOptions {
  /** The lifetime of the token; by default the one in the settings. */
  seconds?: number
  /** A token to return in place of a new one. */
  keptToken?: string | undefined
}

/** Returns what rules of a collection read when a record signs in. */
export function signInLookup({ app, request, requester }: Call, context: 'default' | 'oauth2' | 'otp' | 'password'): Lookup {
  return { catalog: app.catalog, request: createActor(requester, request, { data: readRuleData(request), context }).values }
}

/**
 * Creates the auth response of a record that may sign in: a new token, and the record as its owner sees it, independent of the
 * requester.
 */
export async function respondAuthenticated(
  { app, request, allowsLarge }: Call,
  collection: AuthCollection,
  record: StoredRecord,
  { seconds, keptToken }: TokenOptions = {},
): Promise<JsonReply<AuthJson>> {
  const owner: Requester = { kind: 'authRecord', collection, record }
  const values = createActor(owner, request, { data: readRuleData(request) }).values
  const lookup = { catalog: app.catalog, request: values, allowsLarge }
  const shown = await showRecord(app.db, record, owner, lookup, parameter(request, 'expand'))
  const token = keptToken ?? recordToken(app.settings, 'recordAuthToken', record, { dialect: request.dialect, seconds })
  return jsonReply({ record: recordFormat.value(shown), token }, { headers: noStore })
}

/**
 * Creates the auth response of a record that does not sign in with a factor, but has a token already or is impersonated.
 * @throws Rejection `forbidden` if the record may not get a token
 */
export async function createAuthResponse(
  call: Call,
  collection: AuthCollection,
  record: StoredRecord,
  options: TokenOptions = {},
): Promise<JsonReply<AuthJson>> {
  await assertMayAuthenticate(call.app.db, collection, record, signInLookup(call, 'default'))
  return respondAuthenticated(call, collection, record, options)
}
