import type { BatchChange, BatchRequest, DataRequest, DataResponse, RecordRequest, SentFile } from '../../messages/DataRequest.ts'
import type { Batch, DataAccess, FullListOptions, Mailer, Page, RecordData } from './moduleTypes.d.ts'

type Send = (request: DataRequest) => Promise<DataResponse>
type Values = Record<string, unknown>

/** Number of records that `getFullList` requests at once, by default. */
const defaultBatchSize = 500
/** Maximum bytes of the files of a record that are sent at once. */
const maxFileBytes = 64 * 1024 * 1024

/** Thrown for a request for data that was not successful. */
class DataError extends Error {
  readonly status: number
  /** The response of the API. */
  readonly response: { message?: string; data?: unknown }

  constructor({ status, json }: DataResponse) {
    const response = json === '' ? {} : JSON.parse(json)
    super(response.message || `The request for data failed with status ${status}.`)
    this.status = status
    this.response = response
  }
}

function queryOf(options: object): [string, string][] {
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
}

/** Separates the files of a body from its other values. */
async function splitFiles(values: Values): Promise<{ body: Values; files: SentFile[] }> {
  const body: Values = {}
  const files: SentFile[] = []
  let left = maxFileBytes
  const take = async (field: string, file: Blob) => {
    left -= file.size
    if (left < 0) throw new Error(`The files of a record have more than ${maxFileBytes / 1024 / 1024} MB.`)
    const name = file instanceof File ? file.name : 'blob'
    files.push({ field, name, bytes: new Uint8Array(await file.arrayBuffer()) })
  }
  for (const [field, value] of Object.entries(values)) {
    const blobs = (Array.isArray(value) ? value : [value]).filter(one => one instanceof Blob)
    for (const blob of blobs) await take(field, blob)
    if (blobs.length === 0) body[field] = value
    else if (Array.isArray(value) && value.length > blobs.length) body[field] = value.filter(one => !(one instanceof Blob))
  }
  return { body, files }
}

async function checked(response: Promise<DataResponse>): Promise<DataResponse> {
  const known = await response
  if (known.status >= 300) throw new DataError(known)
  return known
}

function createBatch(send: Send, as: BatchRequest['as']): Batch {
  const changes: BatchChange[] = []
  return {
    collection: collection => ({
      create: body => void changes.push({ action: 'create', collection, body: body as Values }),
      update: (id, body, { where } = {}) =>
        void changes.push({ action: 'update', collection, id, body: body as Values, ...(where !== undefined && { where }) }),
      delete: (id, { where } = {}) =>
        void changes.push({ action: 'delete', collection, id, ...(where !== undefined && { where }) }),
    }),
    send: async () => {
      const { json } = await checked(send({ action: 'batch', as, changes }))
      return JSON.parse(json)
    },
  }
}

/** Creates access to records in the shape of the JavaScript SDK. */
export function createDataAccess(send: Send, as: DataRequest['as']): DataAccess {
  const run = async (request: Omit<RecordRequest, 'as' | 'query'>, options: object = {}) => {
    const { json } = await checked(send({ ...request, as, query: queryOf(options) }))
    return json === '' ? undefined : JSON.parse(json)
  }
  const access = (collection: string) => {
    const getList = (page = 1, perPage = 30, options: object = {}): Promise<Page> =>
      run({ action: 'list', collection }, { ...options, page: String(page), perPage: String(perPage) })
    return {
      getList,
      getFullList: async ({ batch = defaultBatchSize, ...options }: FullListOptions = {}) => {
        const all: RecordData[] = []
        for (let page = 1; ; page += 1) {
          const { items } = await getList(page, batch, { ...options, skipTotal: 'true' })
          all.push(...items)
          if (items.length < batch) return all
        }
      },
      getFirstListItem: async (filter: string, options: object = {}) => {
        const { items } = await getList(1, 1, { ...options, filter, skipTotal: 'true' })
        if (!items[0]) throw new DataError({ status: 404, json: '{"message":"No record matches the filter."}' })
        return items[0]
      },
      getOne: (id: string, options?: object) => run({ action: 'view', collection, id }, options),
      create: async (values: Values, options?: object) =>
        run({ action: 'create', collection, ...(await splitFiles(values)) }, options),
      update: async (id: string, values: Values, options?: object) =>
        run({ action: 'update', collection, id, ...(await splitFiles(values)) }, options),
      delete: (id: string) => run({ action: 'delete', collection, id }),
      getFile: async (id: string, name: string) => {
        const { bytes = new Uint8Array() } = await checked(send({ action: 'file', collection, id, name, as }))
        return new File([bytes as Uint8Array<ArrayBuffer>], name)
      },
    }
  }
  return { collection: access, batch: () => createBatch(send, as) } as DataAccess
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Creates access to the mail queue of the server. */
export function createMailer(send: Send): Mailer {
  return {
    send: async ({ to, subject, html, text = '' }) => {
      const content = html ?? `<p>${escaped(text).replaceAll('\n', '<br>')}</p>`
      await checked(send({ action: 'mail', as: 'server', to: [to].flat(), subject, html: content }))
    },
  }
}
