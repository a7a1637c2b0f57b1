import type { Route } from '../../api/contract.ts'
import {
  busyReply,
  errorReply,
  spentReply,
  tooManyReply,
  tooSlowReply,
  unansweredReply,
  unseenReply,
} from '../../api/errorReplies.ts'
import { finishJson } from '../../api/finishJson.ts'
import { loadEndpoint } from '../../api/loadEndpoint.ts'
import type { PrecheckPassed, StepResult } from '../../api/StepResult.ts'
import type { CallHooks, CallScripts, CountRequests, TakeTurn } from '../../api/Steps.ts'
import { ApiError } from '../../api/v022/ApiError.ts'
import { hookFailed } from '../../code/CodeError.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import { type ApiRequest, bodyBytes, type InnerCount, smallBodyBytes } from '../../messages/ApiRequest.ts'
import type { Attempt } from '../../messages/Attempt.ts'
import type { HookCall, HookedAction } from '../../messages/HookCall.ts'
import { isModelHook } from '../../messages/ScriptedCall.ts'
import { UnansweredError } from '../../runtime/Remote.ts'
import { ReadRejectedError } from '../../threads/readers/ReadRejectedError.ts'
import type { HttpParts } from '../HttpParts.ts'
import { runScripted } from './runScripted.ts'

export interface StepParts extends Pick<HttpParts, 'limits' | 'main' | 'code' | 'scripts'> {
  dispatcher: Pick<HttpParts['dispatcher'], 'request'>
}

/** How far a request has come. */
interface Progress {
  /** The index of its endpoint. */
  position: number
  route: Route
  request: ApiRequest
  /** The index of the next step. */
  index: number
  /** What the step before has left for it. */
  state?: unknown
  /** The kind of requester for the log. A change can have ended the sign-in, so the first step decides. */
  auth: ApiReply['auth']
  /** Whether a step in the writer has made its change. */
  isCommitted: boolean
  /** Whether a step that is `once` may have used up what another server accepts only once. */
  isSpent: boolean
}

/** Runs the next step if it is in the main thread. Returns an error response if it fails. */
async function runInMain({ main }: StepParts, { route, request, index, state }: Progress): Promise<StepResult> {
  const step = (await loadEndpoint(route)).steps.list[index]
  if (step?.on !== 'main') throw new Error(`The step ${index} of ${route.method} ${route.path} is not in the main thread.`)
  try {
    const outcome = await step.run({ ...main, request }, state as never)
    return outcome.kind === 'json' ? { ...outcome, json: await finishJson(outcome.json, request.query) } : outcome
  } catch (error) {
    return errorReply(error, request)
  }
}

const isRejected = (error: unknown): boolean => error instanceof Rejection || error instanceof ApiError

/** Returns the response to a request whose thread did not respond. */
function lostReply(error: unknown, { request, isCommitted, isSpent }: Pick<Progress, 'request'> & Partial<Progress>): ApiReply {
  if (isCommitted) return unseenReply(error, request)
  if (isRejected(error)) return errorReply(error, request)
  if (isSpent) return spentReply(error, request)
  return error instanceof ReadRejectedError && error.reason !== 'overloaded'
    ? tooSlowReply(error, request)
    : busyReply(error, request)
}

/** Returns the response that a step has given. Other results are errors here, because nothing can follow. */
function finalReply(result: StepResult, progress: Progress): ApiReply {
  const { auth, isCommitted, isSpent } = progress
  if (result.kind !== 'json' && result.kind !== 'file' && result.kind !== 'empty')
    return lostReply(new Error(`The last step has not responded. Its result is "${result.kind}".`), progress)
  const reply = auth ? { ...result, auth } : result
  if (!(isCommitted || isSpent) || !reply.headers?.['Retry-After']) return reply
  // A repeated request would make the change again, or send what is accepted only once.
  const { 'Retry-After': _, ...headers } = reply.headers
  return { ...reply, headers }
}

/** Runs an attempt as soon as it is its client's turn, if it takes long. */
function inTurn(
  { limits }: StepParts,
  { request, kind, target = '', isKnown }: { request: ApiRequest; isKnown: boolean } & Attempt,
  run: () => Promise<ApiReply>,
): Promise<ApiReply> {
  if (kind === 'oauth2') return limits.providerTurns.run(request, target, run)
  return kind === 'password' ? limits.passwordTurns.run(request, isKnown, run) : run()
}

/** Counts an attempt, and repeats the step that makes it. */
async function runCounted(parts: StepParts, progress: Progress, attempt: Attempt): Promise<ApiReply> {
  const { request } = progress
  const { clients, attempts } = parts.limits
  const client = clients.clientOf(request)
  if (attempt.kind === 'settingsTest') {
    const hold = clients.hold('settingsTests', client)
    return runFrom(parts, { ...progress, request: { ...request, counted: attempt } }).finally(() => hold.release())
  }
  const begun = await attempts?.begin(attempt, client.address)
  if (begun && begun.wait > 0) {
    clients.recordRejection(client, 'attempts')
    return tooManyReply(begun.wait, request)
  }
  const clientIp = clients.addressOf(request)
  const run = () => runFrom(parts, { ...progress, request: { ...request, counted: attempt, clientIp } })
  try {
    const reply = await inTurn(parts, { ...attempt, request, isKnown: begun?.isKnown ?? false }, run)
    begun?.end(!reply.failure)
    return reply
  } catch (error) {
    // The attempt was not made.
    begun?.end(true)
    throw error
  }
}

/** Counts the requests of a batch up to the first one beyond a limit, and repeats the step, which answers for that request. */
async function runLimited(parts: StepParts, progress: Progress, result: CountRequests): Promise<ApiReply> {
  const { request } = progress
  const { auth } = result as Pick<ApiReply, 'auth'>
  const { rates } = parts.limits
  // The step has verified the token, so its requests do not count as those of a guest.
  rates.learn(request.headers.authorization, auth)
  let innerCount: InnerCount = {}
  for (const [index, inner] of result.requests.entries()) {
    const retryAfterSeconds = await rates.take(request, inner)
    if (retryAfterSeconds === 0) continue
    innerCount = { exceeded: { index, retryAfterSeconds } }
    break
  }
  return runFrom(parts, { ...progress, request: { ...request, innerCount } })
}

/** Repeats the step as soon as it is the client's turn. */
async function runInTurn(parts: StepParts, progress: Progress, { ms }: TakeTurn): Promise<ApiReply> {
  const { request } = progress
  const run = () => runFrom(parts, { ...progress, request: { ...request, hasTurn: true } })
  try {
    return await parts.limits.passwordTurns.run(request, false, run, ms)
  } catch (error) {
    return finalReply(lostReply(error, progress), progress)
  }
}

async function callInTurn({ limits, code }: StepParts, request: ApiRequest, call: HookCall): Promise<HookedAction> {
  if (!code) throw new Error('There is no process of hooks.')
  const { clients } = limits
  const hold = clients.hold('hookCalls', clients.clientOf(request))
  try {
    return await code.callBefore(call, request.headers.authorization)
  } finally {
    hold.release()
  }
}

/** Calls hooks before an action, and repeats the step that performs it. While no process of hooks responds, nothing is done. */
async function runHooked(parts: StepParts, progress: Progress, { call, isOneOfSeveral }: CallHooks): Promise<ApiReply> {
  const { request } = progress
  let hooked: HookedAction
  try {
    hooked = await callInTurn(parts, request, call)
  } catch (error) {
    return finalReply(
      errorReply(isRejected(error) ? error : new ApiError(500, hookFailed, {}, { cause: error }), request),
      progress,
    )
  }
  const changed = isOneOfSeveral ? { hookedChanges: [...(request.hookedChanges ?? []), hooked] } : { hooked }
  return runFrom(parts, { ...progress, request: { ...request, ...changed } })
}

/** Calls hooks of scripts, and repeats the step unless they end the request. */
async function runWithScripts(parts: StepParts, progress: Progress, result: CallScripts): Promise<ApiReply> {
  const { request } = progress
  const { auth = progress.auth } = result as Pick<ApiReply, 'auth'>
  try {
    const reply = await runScripted(parts, request, result, scripted =>
      runFrom(parts, { ...progress, request: { ...request, scripted: { ...request.scripted, ...scripted } } }),
    )
    return auth ? { auth, ...reply } : reply
  } catch (error) {
    return finalReply(lostReply(error, progress), progress)
  }
}

/** A change has used the body. What follows needs at most what rules read of a small one. */
function withoutLargeBody(request: ApiRequest): ApiRequest {
  return request.body.kind === 'jsonBytes' || request.body.kind === 'parsed' ? { ...request, body: { kind: 'none' } } : request
}

/** Runs the next step in its thread. Whenever its transaction waits for hooks, calls the hooks and then resumes the step. */
async function runInThread(parts: StepParts, progress: Progress): Promise<StepResult> {
  const { dispatcher, code, limits } = parts
  const { position, request, index, state } = progress
  let result = await dispatcher.request(position, request, index, state)
  if (result.kind === 'takeHookTurn')
    return limits.hookTurns.run(request, () => runInThread(parts, { ...progress, request: { ...request, hasHookTurn: true } }))
  while (result.kind === 'callInside') {
    if (!code) throw new Error('There is no process of hooks.')
    result = await code.callInside(result, request.headers.authorization)
  }
  return result
}

/** Runs the steps of a request from the next one on, each in its thread, until one responds. */
async function runFrom(parts: StepParts, progress: Progress): Promise<ApiReply> {
  const { route, request, index } = progress
  const { on, once = false } = route.steps[index] ?? {}
  let result: StepResult
  try {
    result = await (on === 'main' ? runInMain : runInThread)(parts, progress)
  } catch (error) {
    const mayHaveRun = error instanceof UnansweredError
    if (mayHaveRun && on === 'writer') return finalReply(unansweredReply(error, request), progress)
    return finalReply(lostReply(error, mayHaveRun && once ? { ...progress, isSpent: true } : progress), progress)
  }
  if (result.kind === 'countAttempt') return runCounted(parts, progress, result.attempt)
  if (result.kind === 'countRequests') return runLimited(parts, progress, result)
  if (result.kind === 'takeTurn') return runInTurn(parts, progress, result)
  if (result.kind === 'callScripts') return runWithScripts(parts, progress, result)
  if (result.kind === 'callHooks') return runHooked(parts, progress, result)
  if (result.kind !== 'next') return finalReply(result, progress)
  const isSpent = progress.isSpent || once
  const after = { ...progress, index: index + 1, state: result.state, auth: progress.auth ?? result.auth, isSpent }
  return runFrom(parts, on === 'writer' ? { ...after, request: withoutLargeBody(request), isCommitted: true } : after)
}

function startOf(position: number, route: Route, request: ApiRequest): Progress {
  return { position, route, request, index: 0, auth: undefined, isCommitted: false, isSpent: false }
}

/** Returns the names of the hooks of scripts that a request can call, if there are any. */
function scriptsOf({ scripts }: StepParts, { isInternal }: ApiRequest): readonly string[] | undefined {
  const names = scripts?.hookNames
  if (!names || !isInternal) return names
  const ofModels = names.filter(isModelHook)
  return ofModels.length > 0 ? ofModels : undefined
}

/** Answers a request whose body is read. Never rejects: errors become error responses. */
export async function runSteps(parts: StepParts, position: number, route: Route, request: ApiRequest): Promise<ApiReply> {
  const hooks = parts.code?.hooksBefore
  const insideHooks = parts.code?.hooksInside
  const scripts = scriptsOf(parts, request)
  const start = startOf(
    position,
    route,
    hooks || insideHooks || scripts
      ? { ...request, ...(hooks && { hooks }), ...(insideHooks && { insideHooks }), ...(scripts && { scripts }) }
      : request,
  )
  try {
    if (!route.parses || bodyBytes(request) <= smallBodyBytes) return await runFrom(parts, start)
    const parsed = await parts.dispatcher.request(position, request, 'parse')
    if (parsed.kind !== 'parsed') return finalReply(parsed, start)
    return await runFrom(parts, { ...start, request: { ...start.request, body: parsed.body } })
  } catch (error) {
    return lostReply(error, { request })
  }
}

/** Authenticates a request and checks whether it can be allowed with any body. Returns an error response if not. */
export async function precheckRequest(
  { dispatcher }: Pick<StepParts, 'dispatcher'>,
  position: number,
  route: Route,
  request: ApiRequest,
): Promise<PrecheckPassed | ApiReply> {
  try {
    const result = await dispatcher.request(position, request, 'precheck')
    return result.kind === 'precheckPassed' ? result : finalReply(result, startOf(position, route, request))
  } catch (error) {
    return lostReply(error, { request })
  }
}
