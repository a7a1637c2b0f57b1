import { Rejection } from '../errors/Rejection.ts'
import type { DataActor } from '../messages/DataRequest.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import type { Requester } from '../records/rules/Requester.ts'
import { serverAdmin } from '../records/rules/Requester.ts'
import type { AuthContext } from './AuthContext.ts'
import { authenticate } from './authenticate.ts'

/**
 * Finds the requester of a request of a client, or of code of the server.
 * @param authorization the `Authorization` header of the client
 * @param as the user or the server that code acts as, whatever the header says
 * @throws Rejection `missing` if code acts as a record that does not exist
 */
export async function findRequester(app: AuthContext, authorization: string | undefined, as?: DataActor): Promise<Requester> {
  if (as === undefined) return authenticate(app, authorization)
  if (as === 'server') return { kind: 'admin', admin: serverAdmin }
  const collection = app.catalog.find(as.collection)
  const record = collection?.type === 'auth' ? await findRecord(app.db, collection, as.id) : undefined
  if (collection?.type !== 'auth' || !record)
    throw new Rejection('missing', { message: 'There is no such auth record to act as.' })
  return { kind: 'authRecord', collection, record }
}
