import { isObject } from '@coffer/fields'
import type { Collection, ExplainedAction, Verdict } from '@coffer/schema'
import type { Persona } from '../../access/Persona.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { ApiDialect } from '../../messages/dialects.ts'
import type { App } from '../App.ts'
import type { Endpoint } from '../contract.ts'
import { errorReply } from '../errorReplies.ts'
import { RecordPage } from '../pages.ts'
import { createRecord } from '../records/create.ts'
import { deleteRecord } from '../records/delete.ts'
import { listRecords } from '../records/list.ts'
import { updateRecord } from '../records/update.ts'
import { viewRecord } from '../records/view.ts'
import type { Outcome } from '../Steps.ts'

/** A request that is explained or tested. */
export interface ExplainedRequest {
  persona: Persona
  collection: Collection
  action: ExplainedAction
  record: string | undefined
  data: Record<string, unknown>
  query: Record<string, string>
  headers: Record<string, string>
  dialect: ApiDialect
}

const endpoints: Readonly<Record<ExplainedAction, Endpoint>> = {
  list: listRecords,
  view: viewRecord,
  create: createRecord,
  update: updateRecord,
  delete: deleteRecord,
}

/** Whether an action only reads, so that it needs no dry run. */
export function isRead(action: ExplainedAction): boolean {
  return action === 'list' || action === 'view'
}

/** Creates the request that the API would receive. */
export function apiRequestOf({ collection, action, record, data, query, headers, dialect }: ExplainedRequest): ApiRequest {
  const { method } = endpoints[action]
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const hasBody = !isRead(action)
  return {
    method,
    // Newer versions word some errors by the path.
    url: `/api/collections/${collection.id}/records${record === undefined ? '' : `/${encodeURIComponent(record)}`}`,
    dialect,
    params: { collection: collection.id, ...(record !== undefined && { id: record }) },
    headers: { ...Object.fromEntries(lowerCase), ...(hasBody && { 'content-type': 'application/json' }) },
    remoteIp: '',
    query: Object.entries(query),
    body: hasBody ? { kind: 'json', text: JSON.stringify(data) } : { kind: 'none' },
    // Dry runs hash passwords at the lowest cost, so they need not wait for their turn: see `dryRunHashCost`.
    hasTurn: true,
  }
}

const isIssue = (value: unknown): value is { code: string; message: string } =>
  isObject(value) && typeof value.code === 'string' && typeof value.message === 'string'

/** Reads the error response that a request would get. */
function verdictOfError(error: unknown, request: ApiRequest): Verdict {
  const { status, json } = errorReply(error, request)
  const { message, data } = JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString('utf8'))
  const issues = isObject(data) ? Object.entries(data).flatMap(([field, issue]) => (isIssue(issue) ? [[field, issue]] : [])) : []
  return { isAllowed: false, status, message: String(message), issues: Object.fromEntries(issues) }
}

/** @throws Error if the step has not responded, because something else has to happen first, such as a call of hooks */
function verdictOf(outcome: Outcome<unknown>): Verdict {
  if (outcome.kind !== 'json' && outcome.kind !== 'empty' && outcome.kind !== 'next')
    throw new Error(`A request that is run dry cannot have the result "${outcome.kind}".`)
  const reply: Partial<ApiReply<unknown>> = outcome.kind === 'next' ? {} : outcome
  const page = reply.kind === 'json' && reply.json instanceof RecordPage ? reply.json : undefined
  const listed = page && { total: page.total ?? page.records, listed: page.ids }
  return { isAllowed: true, status: reply.status ?? 200, message: '', issues: {}, ...listed }
}

/** Runs the first step of an endpoint, which decides the response: further steps only serialize it. */
export async function runRequest(app: App, { persona, action }: ExplainedRequest, request: ApiRequest): Promise<Verdict> {
  const { guard, steps } = endpoints[action]
  const call = { app, request, requester: persona.requester, allowsLarge: true }
  const [step] = steps.list
  if (!step || step.on === 'main') throw new Error('The endpoints of records begin in a reader or the writer.')
  let outcome: Outcome<unknown>
  try {
    await guard?.(call)
    outcome = await step.run(call, undefined as never)
  } catch (error) {
    return verdictOfError(error, request)
  }
  return verdictOf(outcome)
}
