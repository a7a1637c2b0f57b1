import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { payloadField } from '../../api/body/jsonObject.ts'
import { randomId } from '../../crypto/randomText.ts'
import type { ClaimedJob } from '../../db/engine.ts'
import type { Storage } from '../../files/storage/Storage.ts'
import { uploadFolder } from '../../files/uploads/uploadFolder.ts'
import type { MailJob } from '../../mail/MailJob.ts'
import type { Body } from '../../messages/ApiRequest.ts'
import type {
  BatchRequest,
  DataRequest,
  DataResponse,
  FileRequest,
  MailRequest,
  RecordRequest,
} from '../../messages/DataRequest.ts'
import type { RequestEndpoint } from './requestEndpoint.ts'

const path = { many: '/collections/:collection/records', one: '/collections/:collection/records/:id' }
const endpoints = {
  list: ['GET', path.many],
  view: ['GET', path.one],
  create: ['POST', path.many],
  update: ['PATCH', path.one],
  delete: ['DELETE', path.one],
} as const

/** Limits of a mail of hooks. */
const maxRecipients = 100
const maxMailLength = 1024 * 1024

/** Where a request of hooks comes from. */
interface Origin {
  /** The header of the client whose request has called the hook. */
  authorization: string | undefined
  /** The job that makes the request, if this server is a node. */
  job: ClaimedJob | undefined
}

/** What requests of hooks need beside the endpoints. */
interface DataParts {
  request: RequestEndpoint
  files: { dataDir: string; storage: Pick<Storage, 'find' | 'read'> }
  runBatch: (batch: BatchRequest, authorization: string | undefined, job: ClaimedJob | undefined) => Promise<DataResponse>
  /** Adds a mail to the queue. Resolves with false if the queue is full. */
  queueMail: (mail: MailJob, job: ClaimedJob | undefined) => Promise<boolean>
}

const failure = (status: number, message: string): DataResponse => ({
  status,
  json: JSON.stringify({ code: status, message, data: {} }),
})

/** Stores the files of a record in a folder, and returns the body of a form with them. */
async function formOf({ body = {}, files = [] }: RecordRequest, folder: string): Promise<Body> {
  const uploads = await Promise.all(
    files.map(async ({ field, name, bytes }, index) => {
      const path = join(folder, String(index))
      await writeFile(path, bytes)
      return { field, name, path, size: bytes.length }
    }),
  )
  return { kind: 'form', encoding: 'multipart', values: [[payloadField, JSON.stringify(body)]], uploads }
}

const isRecordRequest = (request: DataRequest): request is RecordRequest => request.action in endpoints

/** Returns a function that performs a request of hooks or migrations, without HTTP. */
export function performDataRequest({ request: send, files, runBatch, queueMail }: DataParts) {
  const ask = ({ action, collection, id, query, as }: RecordRequest, body: Body, origin: Origin) => {
    const [method, path] = endpoints[action]
    const params = { collection, ...(id !== undefined && { id }) }
    return send({ method, path, params, query, body, ...origin, ...(as !== 'caller' && { as }) })
  }

  const runWithFiles = async (request: RecordRequest, origin: Origin): Promise<DataResponse> => {
    const { body, files: sent = [] } = request
    if (sent.length === 0) {
      return ask(request, body ? { kind: 'json', text: JSON.stringify(body) } : { kind: 'none' }, origin)
    }
    const folder = uploadFolder(files.dataDir)
    try {
      return await ask(request, await formOf(request, await folder.path()), origin)
    } finally {
      await folder.remove()
    }
  }

  /** Reads a file of a record that the requester can view. */
  const readFile = async ({ collection, id, name, as }: FileRequest, origin: Origin): Promise<DataResponse> => {
    const viewed = await ask({ action: 'view', collection, id, as, query: [] }, { kind: 'none' }, origin)
    if (viewed.status !== 200) return viewed
    const { collectionId, ...record } = JSON.parse(viewed.json) as Record<string, unknown>
    const isOwn = Object.values(record).some(value => value === name || (Array.isArray(value) && value.includes(name)))
    const key = `${collectionId}/${id}/${name}`
    if (!isOwn || name.includes('/') || !(await files.storage.find(key))) return failure(404, 'The record has no such file.')
    return { status: 200, json: '', bytes: await files.storage.read(key) }
  }

  const sendMail = async ({ to, subject, html }: MailRequest, { job }: Origin): Promise<DataResponse> => {
    if (to.length === 0 || to.length > maxRecipients) return failure(400, `A mail has 1 to ${maxRecipients} recipients.`)
    if (!to.every(address => /^[^\s@<>,]+@[^\s@<>,]+$/.test(address))) return failure(400, 'A recipient is not an email address.')
    if (/[\r\n]/.test(subject)) return failure(400, 'The subject of a mail has one line.')
    if (subject.length + html.length > maxMailLength) return failure(400, 'The mail is longer than 1 MB.')
    const isQueued = await queueMail({ mail: 'custom', id: randomId(), to, subject, html }, job)
    return isQueued ? { status: 204, json: '' } : failure(503, 'Too many mails are waiting.')
  }

  return async (request: DataRequest, authorization: string | undefined, job?: ClaimedJob): Promise<DataResponse> => {
    const origin = { authorization, job }
    if (isRecordRequest(request)) return runWithFiles(request, origin)
    if (request.action === 'batch') return runBatch(request, authorization, job)
    return request.action === 'file' ? readFile(request, origin) : sendMail(request, origin)
  }
}
