import { setTimeout as wait } from 'node:timers/promises'
import { FilterError } from '@coffer/schema'
import { CommittedError } from '../api/CommittedError.ts'
import type { Call, Endpoint } from '../api/contract.ts'
import { busyReply, errorReply, unseenReply } from '../api/errorReply.ts'
import { finishJson } from '../api/finishJson.ts'
import type { App } from '../app/App.ts'
import { authenticate } from '../auth/authenticate.ts'
import { type DatabaseErrorKind, isCausedBy } from '../db/DatabaseError.ts'
import { ApiError, notFound } from '../errors/ApiError.ts'
import { type ApiReply, type CompleteReply, jsonReply, type NextStep, type ThreadReply } from '../messages/ApiReply.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { UncountedAttemptError } from '../messages/Attempt.ts'
import { QueryError } from '../query/operands/QueryError.ts'
import type { Requester } from '../rules/Requester.ts'
import { awaitsProof } from '../threads/tasks/requestSteps.ts'
import type { RequestTask } from '../threads/tasks/Task.ts'
import { trackDependencies } from './trackDependencies.ts'

/** Decodes a large JSON body, which would take too long in the main thread. */
const withText = (request: ApiRequest): ApiRequest =>
  request.body.kind === 'jsonBytes'
    ? { ...request, body: { kind: 'json', text: Buffer.from(request.body.bytes).toString('utf8') } }
    : request

/** Serializes the JSON of a reply. An invalid `fields` query makes it an error, but does not undo the changes. */
const serialize = async (reply: ApiReply<unknown> | NextStep, { query }: ApiRequest): Promise<ThreadReply> => {
  if (reply.kind !== 'json') return reply
  try {
    return { ...reply, json: await finishJson(reply.json, query) }
  } catch (error) {
    return { ...reply, ...errorReply(error, query) }
  }
}

/** Errors of the database that end without any change of the request or the data. */
const temporaryKinds: readonly DatabaseErrorKind[] = ['busy', 'conflict', 'unreachable']

const isTemporary = (error: unknown): boolean => temporaryKinds.some(kind => isCausedBy(error, kind))

/** Adds the reason to the error of an admin's filter or sort. To others, it could reveal the names of hidden fields. */
const withReason = (error: unknown, auth: Requester['kind']): unknown =>
  auth === 'admin' && (error instanceof FilterError || error instanceof QueryError)
    ? new ApiError(400, undefined, {}, { cause: error, reason: error.message })
    : error

/** Makes the error a 404 if the database cannot store a value of the path, such as an id with the character NUL: nothing has this id. */
const withMissing = (error: unknown, { params }: ApiRequest): unknown =>
  isCausedBy(error, 'invalidValue') && Object.values(params).some(value => value.includes('\0')) ? notFound() : error

/** @param isCommitted whether the changes of the request are committed, so that the client must not repeat it */
const errorReplyTo = (query: ApiRequest['query'], error: unknown, isCommitted: boolean): CompleteReply => {
  if (error instanceof CommittedError) return { ...errorReplyTo(query, error.cause, true), effects: error.effects }
  if (!isTemporary(error)) return errorReply(error, query)
  return isCommitted ? unseenReply(error) : busyReply(error)
}

/** Runs the next step of a request: the precheck while its body is unread, else what the task asks for, else the handler. */
const runStep = async (endpoint: Endpoint, call: Call, { step }: RequestTask): Promise<ApiReply<unknown> | NextStep> => {
  const { request } = call
  if (step?.kind === 'serialize') return jsonReply(await endpoint.serialize?.(call, step.bytes))
  await endpoint.guard?.(call)
  if (request.body.kind === 'unread') {
    return { kind: 'precheckPassed', accepts: (await endpoint.precheck?.(call)) ?? new Map() }
  }
  if (step?.kind === 'parse' && endpoint.parse) return { kind: 'parsed', body: await endpoint.parse(call) }
  if (endpoint.prove && awaitsProof({ proves: true }, request)) return { kind: 'proved', proof: await endpoint.prove(call) }
  return endpoint.handle(call)
}

/** Maximum number of times that a read is run. */
const maxAttempts = 5
const notificationPollMs = 5

const hasChanged = async ({ db, versions }: Pick<App, 'db' | 'versions'>, since: number, error: unknown): Promise<boolean> => {
  const changed = () => versions.current('collections') !== since
  if (changed() || !isCausedBy(error, 'unknownName')) return changed()
  const deadline = performance.now() + db.maxNotificationDelayMs
  while (!changed() && performance.now() < deadline) await wait(notificationPollMs)
  return changed()
}

/**
 * Repeats a read if collections have changed while it ran: a request that looked up fields before the change and records after it would
 * miss columns or confuse them. The read must have no effects.
 */
const withStableSchema = async <T>(app: Pick<App, 'db' | 'versions'>, read: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    const version = app.versions.current('collections')
    const isLast = attempt === maxAttempts
    try {
      const result = await read()
      if (isLast || !(await hasChanged(app, version, undefined))) return result
    } catch (error) {
      if (isLast || !(await hasChanged(app, version, error))) throw error
    }
  }
}

/** Runs a request in this thread: authenticates, checks, handles and serializes. Never throws: errors become error responses. */
export const runEndpoint = async (app: App, endpoint: Endpoint, task: RequestTask): Promise<ThreadReply> => {
  const request = withText(task.request)
  let auth: Requester['kind'] = 'guest'

  const run = async (): Promise<ThreadReply> => {
    const finishTracking = endpoint.caches && trackDependencies(app)
    const requester = await authenticate(app, request.headers.authorization)
    const call = { app, request, requester }
    auth = endpoint.loggedAs ? await endpoint.loggedAs(call) : requester.kind
    const reply = { ...(await serialize(await runStep(endpoint, call, task), request)), auth }
    return finishTracking ? finishTracking(request, reply) : reply
  }

  const runWithoutViews = async (): Promise<ThreadReply> => {
    const { rejectedViews } = app.db
    // A counter detects rejected views, because some do not fail the request: a relation that cannot be expanded is left out.
    const hasRejected = () => app.db.rejectedViews !== rejectedViews
    try {
      const reply = await run()
      return hasRejected() ? { kind: 'needsProcess' } : reply
    } catch (error) {
      if (hasRejected()) return { kind: 'needsProcess' }
      throw error
    }
  }

  const isProving = endpoint.prove && awaitsProof({ proves: true }, request)
  const hasEffects = endpoint.runs === 'writes' && request.body.kind !== 'unread' && task.step === undefined
  try {
    // Not repeated: a provider accepts its one-time code only once.
    if (isProving) return await runWithoutViews()
    if (!hasEffects) return await withStableSchema(app, runWithoutViews)
    return await app.lock[endpoint.markCollectionsChanged ? 'runExclusive' : 'runShared'](runWithoutViews)
  } catch (error) {
    if (error instanceof UncountedAttemptError) return { kind: 'countAttempt', attempt: error.attempt }
    const known = withMissing(withReason(error, auth), request)
    return { ...errorReplyTo(request.query, known, task.step?.kind === 'serialize'), auth }
  }
}
