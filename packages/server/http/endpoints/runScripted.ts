import { finishJson } from '../../api/finishJson.ts'
import type { CallScripts } from '../../api/Steps.ts'
import { type ApiReply, emptyReply, type JsonReply, jsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import {
  followsChange,
  type ScriptedBatch,
  type ScriptedChange,
  type ScriptedDeletion,
  type ScriptedEvents,
  type ScriptedResults,
} from '../../messages/ScriptedCall.ts'
import type { RecordCall, ScriptCall, ScriptOutcome, ScriptRequest, ScriptResponse } from '../../pbHooks/messages.ts'
import { startInBackground } from '../../pbHooks/NestedCalls.ts'
import type { HttpParts } from '../HttpParts.ts'
import { failureReply, headersOf } from './scriptReplies.ts'

export type ScriptParts = Pick<HttpParts, 'scripts' | 'limits'>

/** Goes on with a request with what hooks have left. */
type Proceed = (scripted: ScriptedResults) => Promise<ApiReply>

/** Returns what scripts see of a request whose body is parsed. */
function scriptRequest({ limits }: ScriptParts, request: ApiRequest): ScriptRequest {
  const { method, url, headers, params, body, isSecure = false } = request
  const known = { method, url, headers, params, remoteIp: limits.clients.addressOf(request), pattern: '', isSecure }
  if (body.kind === 'json') return { ...known, body: Buffer.from(body.text) }
  if (body.kind === 'jsonBytes') return { ...known, body: body.bytes }
  return body.kind === 'form' ? { ...known, form: body.values } : known
}

/** Calls hooks, which counts for the client. */
async function callScripts({ scripts, limits }: ScriptParts, request: ApiRequest, call: ScriptCall): Promise<ScriptOutcome> {
  if (!scripts) throw new Error('There are no hooks of scripts.')
  const { clients, hookTurns } = limits
  const hold = clients.hold('hookCalls', clients.clientOf(request))
  try {
    return await scripts.call(call, undefined, () => hookTurns.enter(request))
  } finally {
    hold.release()
  }
}

/**
 * Calls hooks after a committed change. They do not count for the client: a call that is rejected would make the client repeat the
 * change. The calls before the change have limited how many there are.
 */
function callScriptsAfter({ scripts, limits }: ScriptParts, request: ApiRequest, call: ScriptCall): Promise<ScriptOutcome> {
  if (!scripts) throw new Error('There are no hooks of scripts.')
  return scripts.callAfter(call, () => limits.hookTurns.enter(request))
}

/** Returns the response of a script as the reply of an endpoint. */
function ownReply({ status = 200, body }: ScriptResponse): ApiReply {
  if (body === undefined) return emptyReply({ status })
  return jsonReply(typeof body === 'string' ? body : Buffer.from(body), { status })
}

/** Adds the headers that hooks have set after the reply was known. */
function withHeaders(reply: ApiReply, pairs: ScriptResponse['headers']): ApiReply {
  return pairs.length === 0 ? reply : { ...reply, headers: { ...reply.headers, ...headersOf(pairs) } }
}

/** Adds what earlier hooks have responded: their headers, or all of the response. */
function withEarlier(reply: ApiReply, response: ScriptResponse): ApiReply {
  const { headers, status } = response
  if (status !== undefined) return withHeaders(ownReply(response), headers)
  return headers.length === 0 ? reply : { ...reply, headers: { ...headersOf(headers), ...reply.headers } }
}

/** Puts what after-hooks have changed of the record into the response. */
function withShown(reply: ApiReply, shown: Record<string, unknown> | undefined): ApiReply {
  if (reply.kind !== 'json' || !shown || Object.keys(shown).length === 0) return reply
  const json = JSON.parse(Buffer.from(reply.json).toString('utf8'))
  // A field that the response does not have, as with `fields`, stays out of it.
  const visible = Object.entries(shown).filter(([name]) => Object.hasOwn(json, name))
  return { ...reply, json: JSON.stringify({ ...json, ...Object.fromEntries(visible) }) } satisfies JsonReply
}

/** Returns the reply if hooks have ended the request, or undefined. */
function endOf({ failure, isStopped, response, shown }: ScriptOutcome): ApiReply | undefined {
  const { headers, status } = response
  if (failure && status === undefined) return withHeaders(failureReply(failure), headers)
  if (isStopped === 'model') return withHeaders(jsonReply(JSON.stringify(shown)), headers)
  if (!isStopped && !failure) return undefined
  return withHeaders(status === undefined ? emptyReply({ status: 200 }) : ownReply(response), headers)
}

/** Returns a reply with the JSON that hooks have left. */
async function withJson(reply: ApiReply, { json, values }: ScriptOutcome, { query }: ApiRequest): Promise<ApiReply> {
  if (reply.kind === 'json' && json !== undefined) {
    const isPlain = !query.some(([name]) => name === 'fields' || name === 'pretty')
    return { ...reply, json: isPlain ? `${json}\n` : await finishJson(JSON.parse(json), query) }
  }
  const name = values?.servedName
  return reply.kind === 'file' && name?.kind === 'plain' ? { ...reply, file: { ...reply.file, name: String(name.value) } } : reply
}

/** Calls the hooks of events that belong to a reply. */
async function runAround(parts: ScriptParts, request: ApiRequest, call: ScriptedEvents, reply: ApiReply): Promise<ApiReply> {
  const scriptCall: ScriptCall = { kind: 'events', call, request: scriptRequest(parts, request) }
  const outcome = await (call.events.some(followsChange)
    ? callScriptsAfter(parts, request, scriptCall)
    : callScripts(parts, request, scriptCall))
  const { response } = outcome
  if (response.status !== undefined) return withHeaders(ownReply(response), response.headers)
  return endOf(outcome) ?? withHeaders(await withJson(reply, outcome, request), response.headers)
}

/** Calls the hooks of events before an action. */
async function runBefore(parts: ScriptParts, request: ApiRequest, call: ScriptedEvents, proceed: Proceed): Promise<ApiReply> {
  const before = await callScripts(parts, request, { kind: 'events', call, request: scriptRequest(parts, request) })
  return endOf(before) ?? withEarlier(await proceed({ before: before.values ?? {} }), before.response)
}

/** Whether there are hooks after a change, perhaps only of other collections. */
function isCalledAfter({ scripts }: ApiRequest, { action, request = action }: ScriptedChange): boolean {
  const events = [` onModelAfter${action}`, ` onRecordAfter${request}Request`]
  return scripts?.some(name => events.some(event => name.endsWith(event))) === true
}

/** Returns what scripts see of the request of a change; undefined if code of the server makes the change. */
function requestOf(parts: ScriptParts, request: ApiRequest): ScriptRequest | undefined {
  return request.isInternal ? undefined : scriptRequest(parts, request)
}

function callOfChange(parts: ScriptParts, request: ApiRequest, call: RecordCall): Promise<ScriptOutcome> {
  const scriptCall: ScriptCall = { kind: 'record', call, request: requestOf(parts, request) }
  return call.time === 'after' ? callScriptsAfter(parts, request, scriptCall) : callScripts(parts, request, scriptCall)
}

/** Calls the hooks before a change. Returns the reply if they have ended the request, or else the values that they have set. */
async function callBeforeChange(parts: ScriptParts, request: ApiRequest, call: ScriptedChange) {
  const { response, changes, ...rest } = await callOfChange(parts, request, { ...call, time: 'before' })
  const id = call.action === 'Create' ? { id: call.values.id } : {}
  return { end: endOf({ response, ...rest }), response, values: { ...id, ...changes } }
}

/** Calls the hooks around the change of a record. */
async function runChange(parts: ScriptParts, request: ApiRequest, call: ScriptedChange, proceed: Proceed): Promise<ApiReply> {
  const { end, response, values } = await callBeforeChange(parts, request, call)
  if (end) return end
  const reply = await proceed({ change: values })
  if (reply.failure || !isCalledAfter(request, call)) return withEarlier(reply, response)
  const after = await callOfChange(parts, request, { ...call, time: 'after' })
  // Headers cannot follow a response.
  const later = response.status === undefined ? after.response.headers : []
  const replied = after.response.status === undefined ? (endOf(after) ?? withShown(reply, after.shown)) : ownReply(after.response)
  return withEarlier(withHeaders(replied, later), response)
}

/** Calls the hooks before one change of a batch. */
async function runOneOfSeveral(
  parts: ScriptParts,
  request: ApiRequest,
  call: ScriptedChange,
  proceed: Proceed,
): Promise<ApiReply> {
  const { end, response, values } = await callBeforeChange(parts, request, call)
  if (end) return end
  return withEarlier(await proceed({ changes: [...(request.scripted?.changes ?? []), { call, values }] }), response)
}

/** Calls the hooks after the changes of a batch. The response stays as it is, unless a hook ends the request. */
async function runMadeChanges(
  parts: ScriptParts,
  request: ApiRequest,
  { changes }: ScriptedBatch,
  reply: ApiReply,
): Promise<ApiReply> {
  let replied = reply
  for (const call of changes.filter(change => isCalledAfter(request, change))) {
    const after = await callOfChange(parts, request, { ...call, time: 'after' })
    const end = endOf(after)
    if (end) return end
    replied = withHeaders(replied, after.response.headers)
  }
  return replied
}

/** Lets scripts delete a record. */
async function runDeletion(parts: ScriptParts, request: ApiRequest, call: ScriptedDeletion): Promise<ApiReply> {
  const outcome = await callScripts(parts, request, { kind: 'deletion', call, request: requestOf(parts, request) })
  return endOf(outcome) ?? withEarlier(emptyReply(), outcome.response)
}

/** Calls hooks of scripts, and goes on with the request unless they end it. */
export async function runScripted(
  parts: ScriptParts,
  request: ApiRequest,
  { call, reply, isInBackground, isOneOfSeveral }: CallScripts,
  proceed: Proceed,
): Promise<ApiReply> {
  if (call.kind === 'change') return (isOneOfSeveral ? runOneOfSeveral : runChange)(parts, request, call, proceed)
  if (call.kind === 'madeChanges') return runMadeChanges(parts, request, call, reply ?? emptyReply())
  if (call.kind === 'deletion') return runDeletion(parts, request, call)
  if (call.kind === 'undone') {
    await callScriptsAfter(parts, request, { kind: 'undone', call })
    return reply ?? emptyReply()
  }
  if (reply) return runAround(parts, request, call, reply)
  if (!isInBackground) return runBefore(parts, request, call, proceed)
  // Errors are in the log already.
  startInBackground(() => void runBefore(parts, request, call, proceed).catch(() => undefined))
  return emptyReply()
}
