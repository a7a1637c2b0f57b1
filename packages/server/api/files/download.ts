import { type Field, type FileRules, fieldType, parseBoolean } from '@coffer/fields'
import { findAdminByToken, findRecordByToken } from '../../auth/tokens.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { FileReply, RequestedFile } from '../../messages/ApiReply.ts'
import { readFileCookie } from '../../messages/headers.ts'
import { findAllowedRow } from '../../records/access/findAllowed.ts'
import { fileOrigin } from '../../records/files/fileOrigin.ts'
import { findRecord } from '../../records/rows/findRecord.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import { createActor } from '../../records/rules/Actor.ts'
import { conditionsOf } from '../../records/rules/conditions.ts'
import type { Requester } from '../../records/rules/Requester.ts'
import type { App } from '../App.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { getCollection } from '../getCollection.ts'
import { parameter } from '../parameters.ts'
import { type CallScripts, inReader } from '../Steps.ts'
import { callAround, type Events, plainValue, recordValue } from '../scriptEvents.ts'

const alwaysAllowedThumb = '100x100'

/** Returns the requester of a file token. The Authorization header is ignored: images in pages cannot send one. */
async function requesterOfToken(app: App, token: string | undefined): Promise<Requester> {
  if (!token) return { kind: 'guest' }
  const admin = await findAdminByToken(app, token, 'adminFileToken')
  if (admin) return { kind: 'admin', admin }
  const found = await findRecordByToken(app, token, 'recordFileToken')
  return found ? { kind: 'authRecord', collection: found.collection, record: found.record } : { kind: 'guest' }
}

/** The dashboard's requests are the admin's in the log. Access takes a token in the address, because a cookie comes with any request. */
async function loggedAs({ app, request, requester }: Call): Promise<Requester['kind']> {
  const token = readFileCookie(request.headers)
  if (requester.kind !== 'guest' || !token) return requester.kind
  return (await findAdminByToken(app, token, 'adminFileToken')) ? 'admin' : 'guest'
}

/**
 * Requires that the requester can view the record.
 * @throws Rejection `forbidden` otherwise
 */
async function assertAccess({ app, request }: Call, { collection, values }: StoredRecord): Promise<void> {
  try {
    const requester = await requesterOfToken(app, parameter(request, 'token')?.trim())
    const lookup = { catalog: app.catalog, request: createActor(requester, request, { context: 'protectedFile' }).values }
    const conditions = conditionsOf(collection, 'view', requester)
    if (await findAllowedRow(app.db, collection, String(values.id), conditions, lookup)) return
  } catch (error) {
    throw new Rejection('forbidden', { code: 'fileForbidden', cause: error })
  }
  throw new Rejection('forbidden', { code: 'fileForbidden' })
}

/** Finds the field of a record that contains a file with this name. */
function findField({ collection, values }: StoredRecord, file: string): Field | undefined {
  const holds = (field: Field) => [values[field.name]].flat().includes(file)
  return collection.schema.find(candidate => fieldType(candidate).holdsFiles && holds(candidate))
}

function findHolder(record: StoredRecord, file: string): FileRules | undefined {
  const field = findField(record, file)
  return field && fieldType(field).holdsFiles?.(field.options)
}

async function keyOf(app: App, { collection, values }: StoredRecord, file: string): Promise<string> {
  const folder =
    collection.type === 'view' ? await fileOrigin(app.db, app.catalog, collection, file) : `${collection.id}/${values.id}`
  if (folder === undefined) throw new Rejection('missing')
  return `${folder}/${file}`
}

/** Returns what hooks of scripts see of a download. */
function downloadEvents(record: StoredRecord, { key, name, thumb }: RequestedFile): Events {
  const folder = key.slice(0, key.lastIndexOf('/'))
  const servedName = thumb === undefined ? name : `${thumb}_${name}`
  const servedPath = thumb === undefined ? key : `${folder}/thumbs_${name}/${servedName}`
  const field = findField(record, name)
  return {
    collection: record.collection,
    values: {
      record: recordValue(record),
      fileField: field ? { kind: 'field', values: { ...field } } : plainValue(null),
      servedPath: plainValue(servedPath),
      servedName: plainValue(servedName),
    },
  }
}

async function findFile(call: Call): Promise<FileReply | CallScripts> {
  const { app, request } = call
  const { recordId = '', filename = '' } = request.params
  const record = await findRecord(app.db, getCollection(call), recordId)
  const rules = record && filename !== '' ? findHolder(record, filename) : undefined
  if (!record || !rules) throw new Rejection('missing')
  if (rules.protected) await assertAccess(call, record)
  const thumb = parameter(request, 'thumb') ?? ''
  const file: RequestedFile = {
    key: await keyOf(app, record, filename),
    name: filename,
    download: parseBoolean(parameter(request, 'download') ?? '') === true,
    ...(rules.protected ? { isPrivate: true } : {}),
    ...(thumb === alwaysAllowedThumb || rules.thumbs.includes(thumb) ? { thumb } : {}),
  }
  const reply: FileReply = { kind: 'file', status: 200, file }
  return callAround(call, ['onFileDownloadRequest'], reply, () => downloadEvents(record, file))
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
  caches: true,
  loggedAs,
  steps: inReader(findFile),
}

/** Responds like `downloadFile`, without the content. */
export const headOfFile: Endpoint = {
  ...downloadFile,
  method: 'HEAD',
  operation: { ...downloadFile.operation, id: 'checkFile', summary: 'Check a file of a record without downloading it' },
}
