import { type Field, type FileRules, fieldType, parseBoolean } from '@coffer/fields'
import type { App } from '../../app/App.ts'
import { findAdminByToken, findRecordByToken } from '../../auth/tokens.ts'
import { ApiError, notFound } from '../../errors/ApiError.ts'
import type { FileReply, RequestedFile } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { readFileCookie } from '../../messages/headers.ts'
import { findAllowedRow } from '../../records/access/findAllowed.ts'
import { findRecord } from '../../rows/findRecord.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import { conditionsOf } from '../../rules/conditions.ts'
import type { Requester } from '../../rules/Requester.ts'
import { requestValues } from '../../rules/requestValues.ts'
import type { Call, Endpoint } from '../contract.ts'
import { getCollection } from '../getCollection.ts'
import { fileOrigin } from './fileOrigin.ts'

const alwaysAllowedThumb = '100x100'

const parameter = ({ query }: ApiRequest, wanted: string): string => query.find(([name]) => name === wanted)?.[1] ?? ''

/** Returns the requester of a file token. The Authorization header is ignored: images in pages cannot send one. */
const requesterOfToken = async (app: App, token: string): Promise<Requester> => {
  if (token === '') return { kind: 'guest' }
  const admin = await findAdminByToken(app, token, 'adminFileToken')
  if (admin) return { kind: 'admin', admin }
  const found = await findRecordByToken(app, token, 'recordFileToken')
  return found ? { kind: 'authRecord', collection: found.collection, record: found.record } : { kind: 'guest' }
}

/** The dashboard's requests are the admin's in the log. Access takes a token in the address, because a cookie comes with any request. */
const loggedAs = async ({ app, request, requester }: Call): Promise<Requester['kind']> => {
  const token = readFileCookie(request.headers)
  if (requester.kind !== 'guest' || !token) return requester.kind
  return (await findAdminByToken(app, token, 'adminFileToken')) ? 'admin' : 'guest'
}

/**
 * Requires that the requester can view the record.
 * @throws ApiError 403 otherwise
 */
const assertAccess = async ({ app, request }: Call, { collection, values }: StoredRecord): Promise<void> => {
  const forbiddenMessage = 'Insufficient permissions to access the file resource.'
  try {
    const requester = await requesterOfToken(app, parameter(request, 'token').trim())
    const lookup = { catalog: await app.catalog(), request: requestValues(request, requester, {}, 'protectedFile') }
    const conditions = conditionsOf(collection, 'view', requester)
    if (await findAllowedRow(app.db, collection, String(values.id), conditions, lookup)) return
  } catch (error) {
    throw new ApiError(403, forbiddenMessage, {}, { cause: error })
  }
  throw new ApiError(403, forbiddenMessage)
}

/** Finds the field of a record that contains a file with this name, and its file rules. */
const findHolder = ({ collection, values }: StoredRecord, file: string): FileRules | undefined => {
  const holds = (field: Field) => [values[field.name]].flat().includes(file)
  const field = collection.schema.find(candidate => fieldType(candidate).holdsFiles && holds(candidate))
  return field && fieldType(field).holdsFiles?.(field.options)
}

const keyOf = async (app: App, { collection, values }: StoredRecord, file: string): Promise<string> => {
  const folder =
    collection.type === 'view' ? await fileOrigin(app.db, await app.catalog(), collection, file) : `${collection.id}/${values.id}`
  if (folder === undefined) throw notFound()
  return `${folder}/${file}`
}

const findFile = async (call: Call): Promise<FileReply> => {
  const { app, request } = call
  const { recordId = '', filename = '' } = request.params
  const record = await findRecord(app.db, await getCollection(call), recordId)
  const rules = record && filename !== '' ? findHolder(record, filename) : undefined
  if (!record || !rules) throw notFound()
  if (rules.protected) await assertAccess(call, record)
  const thumb = parameter(request, 'thumb')
  const file: RequestedFile = {
    key: await keyOf(app, record, filename),
    name: filename,
    download: parseBoolean(parameter(request, 'download')) === true,
    ...(rules.protected ? { isPrivate: true } : {}),
    ...(thumb === alwaysAllowedThumb || rules.thumbs.includes(thumb) ? { thumb } : {}),
  }
  return { kind: 'file', status: 200, file }
}

/** Serves a file of a record, a range of it, or a thumbnail. Files are public unless their field is protected. */
export const downloadFile: Endpoint = {
  method: 'GET',
  path: '/files/:collection/:recordId/:filename',
  operation: {
    id: 'downloadFile',
    summary: 'Download a file of a record, or a thumbnail of it',
    query: ['thumb', 'download', 'token'],
    returns: { contentType: '*/*' },
    errors: [403],
  },
  runs: 'reads',
  caches: 'response',
  loggedAs,
  handle: findFile,
}

/** Responds like `downloadFile`, without the content. */
export const headOfFile: Endpoint = {
  ...downloadFile,
  method: 'HEAD',
  operation: { ...downloadFile.operation, id: 'checkFile', summary: 'Check a file of a record without downloading it' },
}
