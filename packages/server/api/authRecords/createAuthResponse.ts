import type { AuthCollection } from '@coffer/schema'
import { recordTokenParameters } from '../../auth/tokens.ts'
import { forbidden } from '../../errors/ApiError.ts'
import { type JsonReply, jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import { refreshToken } from '../../messages/RefreshedToken.ts'
import { serializeRecord } from '../../records/serialization/serializeRecords.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import type { Requester } from '../../rules/Requester.ts'
import { requestValues } from '../../rules/requestValues.ts'
import { readRuleData } from '../body/readData.ts'
import type { Call } from '../contract.ts'
import { parameter } from '../parameters.ts'

/**
 * Creates the auth response: a new token, and the record as its owner sees it, independent of the requester.
 * @throws ApiError 403 if the record is not verified and its collection requires that
 */
export const createAuthResponse = async (
  { app, request }: Call,
  collection: AuthCollection,
  record: StoredRecord,
): Promise<JsonReply<{ record: unknown; token: string }>> => {
  if (collection.options.onlyVerified && record.values.verified !== true) throw forbidden('Please verify your account first.')
  const owner: Requester = { kind: 'authRecord', collection, record }
  const lookup = { catalog: await app.catalog(), request: requestValues(request, owner, readRuleData(request)) }
  const shown = await serializeRecord(app.db, record, owner, lookup, parameter(request, 'expand'))
  const refreshedToken = refreshToken(recordTokenParameters(await app.settings(), 'recordAuthToken', record))
  return jsonReply({ record: shown.value(), token: refreshedToken.token }, { headers: noStore, refreshedToken })
}
