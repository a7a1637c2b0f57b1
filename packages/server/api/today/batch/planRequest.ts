import { type Collection, parseFields } from '@coffer/schema'
import { Rejection } from '../../../errors/Rejection.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import { parseQuery } from '../../../messages/parseQuery.ts'
import type { RecordChange } from '../../../records/changeRecords.ts'
import { findRecord } from '../../../records/rows/findRecord.ts'
import { withoutHidden } from '../../../records/rows/hiddenFields.ts'
import { type Actor, createActor } from '../../../records/rules/Actor.ts'
import type { Call } from '../../Call.ts'
import { getWritableCollection } from '../../getCollection.ts'
import { parameter } from '../../parameters.ts'
import { todayInput } from '../records/readInput.ts'
import type { OtherBatchChange, OtherCollection } from './OtherBatchChange.ts'
import type { BatchRequest } from './readBatch.ts'
import { findOtherCollection } from './systemRecordChange.ts'

/** A change of a record with the rights of its request. */
export type PlannedChange = RecordChange & { actor: Actor }

/** A request of a batch, and the change that it makes. */
export interface PlannedRequest {
  /** The inner request as its rules and its response read it. */
  request: ApiRequest
  change: PlannedChange | OtherBatchChange
  /** Whether an earlier request of the batch creates the record. */
  isOfBatch: boolean
}

/** Whether a record exists after the requests so far, by collection and id. Other records are as in the database. */
type Existing = Map<string, boolean>

const recordPath = /^(?:\/today)?\/api\/collections\/([^/]+)\/records(?:\/([^/]+))?\/?$/

/** The methods of requests with and without the id of a record. */
const methods = { withId: ['PATCH', 'DELETE'], withoutId: ['POST', 'PUT'] }

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** @throws Rejection if a batch cannot have the request */
function routeOf({ method, url }: BatchRequest): { collection: string; id: string | undefined } {
  const [, collection = '', id] = recordPath.exec(url.split('?', 1)[0] ?? '') ?? []
  const allowed = id === undefined ? methods.withoutId : methods.withId
  if (collection === '' || !allowed.includes(method))
    throw new Rejection('invalid', {
      message: `A batch has no request "${method} ${url.slice(0, 200)}". It creates, updates, upserts and deletes records.`,
    })
  return { collection: decoded(collection), id: id === undefined ? undefined : decoded(id) }
}

async function exists({ app }: Call, existing: Existing, collection: Collection, id: string): Promise<boolean> {
  return existing.get(`${collection.id}/${id}`) ?? (await findRecord(app.db, collection, id)) !== undefined
}

/** Returns the id that an upsert updates; undefined if it creates a record. */
async function upsertedId(call: Call, existing: Existing, collection: Collection, sent: BatchRequest) {
  const { id } = sent.body
  if (sent.method !== 'PUT' || typeof id !== 'string' || id === '') return undefined
  return (await exists(call, existing, collection, id)) ? id : undefined
}

/** @throws FilterError if the list of fields is invalid: once the changes are made, it would be too late */
function assertFields(request: ApiRequest): void {
  const list = parameter(request, 'fields')
  if (list !== undefined) parseFields(list)
}

/** Finds the change that a request makes of a collection that is stored as another table. */
async function planOther(
  call: Call,
  sent: BatchRequest,
  existing: Existing,
  { collection, pathId }: { collection: OtherCollection; pathId: string | undefined },
): Promise<PlannedRequest> {
  const { id: sentId } = sent.body
  const upserted = sent.method === 'PUT' && typeof sentId === 'string' && sentId !== '' ? sentId : undefined
  const keyOf = (id: unknown) => `${collection.id}/${id}`
  const isKnown = upserted !== undefined && (existing.get(keyOf(upserted)) ?? (await collection.exists(call, upserted)))
  const id = pathId ?? (isKnown ? upserted : undefined)
  const change = collection.plan(call, sent, id)
  existing.set(keyOf(id ?? sentId), change.action !== 'delete')
  const request: ApiRequest = {
    ...call.request,
    method: { create: 'POST', update: 'PATCH', delete: 'DELETE' }[change.action],
    url: sent.url,
    params: {},
    query: parseQuery(sent.url),
    body: { kind: 'none' },
  }
  assertFields(request)
  return { request, change, isOfBatch: false }
}

/**
 * Finds the change that a request of a batch makes. An upsert is an update if the record exists by then, otherwise a creation.
 * @throws Rejection if a batch cannot have the request, or if its collection cannot be written
 */
export async function planRequest(call: Call, sent: BatchRequest, existing: Existing): Promise<PlannedRequest> {
  const route = routeOf(sent)
  const other = findOtherCollection(route.collection, sent.method)
  if (other) return planOther(call, sent, existing, { collection: other, pathId: route.id })
  const params = { collection: route.collection }
  const collection = getWritableCollection({ ...call, request: { ...call.request, params } })
  const id = route.id ?? (await upsertedId(call, existing, collection, sent))
  const method = sent.method === 'PUT' ? (id === undefined ? 'POST' : 'PATCH') : sent.method
  const request: ApiRequest = {
    ...call.request,
    method,
    url: sent.url,
    params: id === undefined ? params : { ...params, id },
    query: parseQuery(sent.url),
    body: { kind: 'none' },
  }
  const actor = createActor(call.requester, request, { context: 'batch', ...(method === 'DELETE' && { data: sent.body }) })
  assertFields(request)
  const known = `${collection.id}/${id ?? sent.body.id}`
  const isFirst = existing.size === 0
  const planned = { request, isOfBatch: existing.get(known) === true }
  if (method !== 'PATCH') existing.set(known, method === 'POST')
  if (method === 'DELETE') return { ...planned, change: { action: 'delete', actor, collection, id: id ?? '' } }
  const follows = id === undefined ? !isFirst : planned.isOfBatch
  const given = { values: sent.body, files: sent.files, ruleValues: sent.body, ...(follows && { follows }) }
  const input = withoutHidden(collection, actor.requester, todayInput(given, collection))
  if (id === undefined) return { ...planned, change: { action: 'create', actor, collection, input } }
  return { ...planned, change: { action: 'update', actor, collection, id, input } }
}
