import { setTimeout as wait } from 'node:timers/promises'
import { FilterError } from '@coffer/schema'
import type { App, LiveApp } from '../../api/App.ts'
import type { Call, HookWait } from '../../api/Call.ts'
import type { Endpoint } from '../../api/contract.ts'
import { busyReply, errorReply, unseenReply } from '../../api/errorReplies.ts'
import { finishJson } from '../../api/finishJson.ts'
import type { StepResult } from '../../api/StepResult.ts'
import type { ThreadStep } from '../../api/Steps.ts'
import { findRequester } from '../../auth/findRequester.ts'
import { isCausedBy, isTemporary } from '../../db/DatabaseError.ts'
import { readsView } from '../../db/engine.ts'
import { contextOfJob } from '../../db/engineOfJob.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { ApiReply, LoggedRequester } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { JsonSource } from '../../messages/json.ts'
import { QueryError } from '../../query/operands/QueryError.ts'
import { LargeResponseError, largeResponseLength } from '../../query/select/LargeResponseError.ts'
import { loggedRequesterOf, type Requester } from '../../records/rules/Requester.ts'
import type { RequestTask } from './RequestTask.ts'
import { trackDependencies } from './trackDependencies.ts'

/** Decodes a large JSON body, which would take too long in the main thread. */
const withText = (request: ApiRequest): ApiRequest =>
  request.body.kind === 'jsonBytes'
    ? { ...request, body: { kind: 'json', text: Buffer.from(request.body.bytes).toString('utf8') } }
    : request

/** What a part of an endpoint returns: the JSON of a response is not serialized yet. */
type Unfinished = ApiReply<unknown> | Exclude<StepResult, ApiReply>

/** Serializes the JSON of a reply. An invalid `fields` query makes it an error, but does not undo the changes. */
async function serialize(reply: Unfinished, request: ApiRequest): Promise<StepResult> {
  if (reply.kind !== 'json') return reply
  try {
    return { ...reply, json: await finishJson(reply.json, request.query) }
  } catch (error) {
    return { ...reply, ...errorReply(error, request) }
  }
}

/** @throws LargeResponseError if the JSON of a reply is large */
function assertNotLarge(reply: Unfinished): void {
  if (reply.kind !== 'json' || !(reply.json instanceof JsonSource)) return
  const { length } = reply.json
  if (length > largeResponseLength) throw new LargeResponseError(length)
}

/** Adds the user to replies that are counted for clients. */
function withUser<Reply extends StepResult>(reply: Reply, requester: Requester): Reply {
  const isCounted = reply.kind === 'precheckPassed' || (reply.kind === 'json' && reply.json instanceof Uint8Array)
  if (!isCounted || requester.kind === 'guest') return reply
  const user =
    requester.kind === 'admin' ? `admin ${requester.admin.id}` : `${requester.collection.name}/${requester.record.values.id}`
  return { ...reply, user }
}

/** Adds the reason to the error of an admin's filter or sort. To others, it could reveal the names of hidden fields. */
const withReason = (error: unknown, auth: Requester['kind']): unknown =>
  auth === 'admin' && (error instanceof FilterError || error instanceof QueryError)
    ? new Rejection('invalid', { cause: error, reason: error.message })
    : error

/** Makes the error a 404 if the database cannot store a value of the path, such as an id with the character NUL: nothing has this id. */
const withMissing = (error: unknown, { params }: ApiRequest): unknown =>
  isCausedBy(error, 'invalidValue') && Object.values(params).some(value => value.includes('\0'))
    ? new Rejection('missing')
    : error

/** @param isCommitted whether the changes of the request are committed, so that the client must not repeat it */
function errorReplyTo(request: ApiRequest, error: unknown, isCommitted: boolean): ApiReply {
  if (isCommitted && (isTemporary(error) || isCausedBy(error, 'deadline'))) return unseenReply(error, request)
  return isTemporary(error) ? busyReply(error, request) : errorReply(error, request)
}

/** @throws Error if the endpoint has no such step, or one in the main thread */
function threadStep({ steps, path }: Endpoint, index: number): ThreadStep {
  const step = steps.list[index]
  if (!step || step.on === 'main') throw new Error(`The endpoint ${path} has no step with the index ${index} for this thread.`)
  return step
}

async function runPart(
  { body = {} }: Endpoint,
  call: Call,
  { part, state }: RequestTask,
  step?: ThreadStep,
): Promise<Unfinished> {
  if (step) return step.run(call, state as never)
  if (part === 'precheck' || !body.parse) return { kind: 'precheckPassed', accepts: (await body.precheck?.(call)) ?? new Map() }
  return { kind: 'parsed', body: await body.parse(call) }
}

/** Maximum number of times that a read is run. */
const maxAttempts = 5
const notificationPollMs = 5

/** Returns whether collections have changed since a snapshot. */
async function hasChanged({ db, versions, catalog }: App, error: unknown): Promise<boolean> {
  const changed = () => versions.current('collections') !== catalog.version
  if (changed() || !isCausedBy(error, 'unknownName')) return changed()
  const deadline = performance.now() + db.maxNotificationDelayMs
  while (!changed() && performance.now() < deadline) await wait(notificationPollMs)
  return changed()
}

/**
 * Repeats a read if collections have changed while it ran: a request that looked up fields before the change and records after it would
 * miss columns or confuse them. The read must have no effects.
 */
async function withStableSchema<T>(live: LiveApp, read: (app: App) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const app = await live.snapshot()
    const isLast = attempt === maxAttempts
    try {
      const result = await read(app)
      if (isLast || !(await hasChanged(app, undefined))) return result
    } catch (error) {
      if (isLast || !(await hasChanged(app, error))) throw error
    }
  }
}

/**
 * Runs a part of a request in this thread: authenticates, checks, runs the step and serializes. Never throws: errors become error
 * responses.
 * @param hookWait lets the transaction of the step wait for hooks
 */
export async function runEndpoint(
  live: LiveApp,
  endpoint: Endpoint,
  task: RequestTask,
  hookWait?: HookWait,
): Promise<StepResult> {
  const request = withText(task.request)
  const { part } = task
  const index = typeof part === 'number' ? part : 0
  const step = typeof part === 'number' ? threadStep(endpoint, part) : undefined
  const isCommitted = endpoint.steps.list.slice(0, index).some(({ on }) => on === 'writer')
  let auth: LoggedRequester = { kind: 'guest' }
  const allowsLarge = step?.on === 'writer' || task.allowsLarge === true

  const run = async (app: App): Promise<StepResult> => {
    const finishTracking = endpoint.caches && trackDependencies(app)
    const requester = await findRequester(app, request.headers.authorization, request.as)
    const call: Call = { app, request, requester, allowsLarge, ...(hookWait && { hookWait }) }
    auth = loggedRequesterOf(requester, await endpoint.loggedAs?.(call))
    // The change can have taken the requester's rights, and must be answered anyway.
    if (!isCommitted) await endpoint.guard?.(call)
    const unfinished = await runPart(endpoint, call, task, step)
    if (!allowsLarge) assertNotLarge(unfinished)
    const reply = withUser({ ...(await serialize(unfinished, request)), auth }, requester)
    return finishTracking ? finishTracking(request, reply) : reply
  }

  const runWithoutViews = async (app: App): Promise<StepResult> => {
    const reply = await app.db.runWithoutViews(() => run(app))
    return reply === readsView ? { kind: 'needsProcess', reason: 'view' } : reply
  }

  try {
    if (step?.on === 'writer') {
      return await live.lock[step.isExclusive ? 'runExclusive' : 'runShared'](async () =>
        runWithoutViews(contextOfJob(await live.snapshot(), request.job)),
      )
    }
    return step?.once ? await run(await live.snapshot()) : await withStableSchema(live, runWithoutViews)
  } catch (error) {
    if (error instanceof LargeResponseError) return { kind: 'large', length: error.length }
    const known = withMissing(withReason(error, auth.kind), request)
    return { ...errorReplyTo(request, known, isCommitted), auth }
  }
}
