import type { Answer, Call, Endpoint } from '../api/contract.ts'
import { busyReply, errorReply } from '../api/errorReply.ts'
import { finishJson } from '../api/finishJson.ts'
import type { App } from '../app/App.ts'
import { authenticate } from '../auth/authenticate.ts'
import { isCausedBy } from '../db/DatabaseError.ts'
import type { ApiReply } from '../messages/ApiReply.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { UncountedAttemptError } from '../messages/Attempt.ts'
import type { Requester } from '../rules/Requester.ts'
import { awaitsProof } from '../threads/tasks/routeOf.ts'
import type { RequestTask } from '../threads/tasks/Task.ts'
import { trackDependencies } from './trackDependencies.ts'
import { type Attempt, withStableSchema } from './withStableSchema.ts'

/** The part of a request to run, if not the whole request. */
type Step = Pick<RequestTask, 'step' | 'unserialized'>

/** Creates the response to a handled request. An invalid `fields` query makes it an error, but does not undo the changes. */
const replyWith = async ({ json, refused, ...answer }: Answer, { query }: ApiRequest): Promise<ApiReply> => {
  if (refused !== undefined) return { ...answer, ...errorReply(refused, query) }
  if (answer.unserialized) return { status: 200, ...answer }
  if (json === undefined) return { status: answer.file ? 200 : 204, ...answer }
  try {
    return { status: 200, ...answer, json: await finishJson(json, query) }
  } catch (error) {
    return { ...answer, ...errorReply(error, query) }
  }
}

/** Runs the precheck of a request whose form has not been read yet. */
const precheck = async (endpoint: Endpoint, call: Call): Promise<ApiReply> => {
  const takes = await endpoint.precheck?.(call)
  return { status: 100, auth: call.requester.kind, ...(takes ? { takes } : {}) }
}

/** The response of a thread to a read of a view, which must be repeated in a process that can be killed. */
const needsProcess: ApiReply = { status: 100, needsProcess: true }

/** Decodes a large JSON body, which would take too long in the main thread. */
const withText = (request: ApiRequest): ApiRequest =>
  request.body.kind === 'jsonBytes'
    ? { ...request, body: { kind: 'json', text: Buffer.from(request.body.bytes).toString('utf8') } }
    : request

const attempt = async (app: App, endpoint: Endpoint, request: ApiRequest, { step, unserialized }: Step): Promise<Attempt> => {
  let auth: Requester['kind'] = 'guest'
  const finishTracking = endpoint.keeps && trackDependencies(app)
  try {
    const requester = await authenticate(app, request.headers.authorization)
    const call = { app, request, requester }
    auth = endpoint.loggedAs ? await endpoint.loggedAs(call) : requester.kind
    if (step === 'serialize' && unserialized) {
      const json = await endpoint.serialize?.(call, unserialized)
      return { reply: { ...(await replyWith({ json }, request)), auth } }
    }
    await endpoint.guard?.(call)
    if (request.body.kind === 'unread') return { reply: await precheck(endpoint, call) }
    if (step === 'parse' && endpoint.parse) return { reply: { status: 100, auth, body: await endpoint.parse(call) } }
    if (endpoint.prove && awaitsProof(true, request)) {
      return { reply: { status: 100, auth, proof: await endpoint.prove(call) } }
    }
    const { renewal, ...answer } = await endpoint.handle(call)
    const reply: ApiReply = { ...(await replyWith(answer, request)), auth }
    const dependencies = await finishTracking?.(request, reply)
    return { reply: dependencies ? { ...reply, dependencies: { ...dependencies, ...(renewal && { renewal }) } } : reply }
  } catch (error) {
    if (error instanceof UncountedAttemptError) return { reply: { status: 100, auth, attempt: error.attempt } }
    const reply = isCausedBy(error, 'busy') ? busyReply(error) : errorReply(error, request.query)
    return { reply: { ...reply, auth }, error }
  }
}

/** Runs a request in this thread: authenticates, checks, handles and serializes. Never throws: errors become error responses. */
export const runEndpoint = async (app: App, endpoint: Endpoint, received: ApiRequest, step: Step = {}): Promise<ApiReply> => {
  const request = withText(received)
  const answer = async (): Promise<Attempt> => {
    const rejectedViews = app.db.rejectedViews
    const result = await attempt(app, endpoint, request, step)
    // A counter detects rejected views, because some do not fail the request: a relation that cannot be expanded is left out.
    return app.db.rejectedViews === rejectedViews ? result : { reply: needsProcess }
  }
  // Not repeated: a provider accepts its one-time code only once.
  if (endpoint.prove && awaitsProof(true, request)) return (await answer()).reply
  const hasEffects = endpoint.runs === 'writes' && request.body.kind !== 'unread' && step.step === undefined
  if (!hasEffects) return withStableSchema(app, answer)
  return (await app.lock[endpoint.markCollectionsChanged ? 'runExclusive' : 'runShared'](answer)).reply
}
