import type { Collection } from '@coffer/schema'
import type { ApiReply, JsonReply } from '../messages/ApiReply.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { JsonSource } from '../messages/json.ts'
import { type EventValue, type ScriptedEvents, scriptName } from '../messages/ScriptedCall.ts'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'
import type { Admin } from '../records/rules/Requester.ts'
import type { CallScripts } from './Steps.ts'

/** The request whose hooks of scripts are called. */
interface Scripted {
  request: Pick<ApiRequest, 'scripts' | 'scripted'>
}

/** What hooks of events see, beside the request. */
export interface Events extends Omit<ScriptedEvents, 'kind' | 'events' | 'collectionId' | 'json'> {
  /** The collection by whose name or id hooks can be limited. */
  collection?: Pick<Collection, 'id' | 'name'>
}

/** The tables of models that are no records. */
const systemTables = { admin: '_admins', collection: '_collections' } as const

/** Returns the tags that a hook of an event can have. */
function tagsOf(event: string, { collection, values, model }: Events): string[] {
  const kind = model === undefined ? undefined : values[model]?.kind
  if (event.startsWith('onModel') && (kind === 'admin' || kind === 'collection')) return ['*', systemTables[kind]]
  return ['*', ...(collection ? [collection.id, collection.name] : [])]
}

/** Returns the events for which there are hooks. */
function hookedOf({ request: { scripts } }: Scripted, events: readonly string[], given: Events): string[] {
  if (!scripts) return []
  return events.filter(event => tagsOf(event, given).some(tag => scripts.includes(scriptName(tag, event))))
}

function eventsOf(events: readonly string[], { collection, ...given }: Events): ScriptedEvents {
  return { kind: 'events', events, ...given, ...(collection && { collectionId: collection.id }) }
}

/**
 * Calls the hooks of events before an action, then repeats the step. Returns undefined if there are none, or once they were called:
 * `request.scripted.before` then has what they have left.
 */
export function callBefore(call: Scripted, events: readonly string[], given: Events): CallScripts | undefined {
  const hooked = call.request.scripted?.before ? [] : hookedOf(call, events, given)
  return hooked.length > 0 ? { kind: 'callScripts', call: eventsOf(hooked, given) } : undefined
}

/** Calls the hooks of events that belong to a reply before it is sent, if there are any. */
export function callAround<Reply extends ApiReply<unknown>>(
  call: Scripted,
  events: readonly string[],
  reply: Reply,
  given: () => Events,
): Reply | CallScripts {
  if (!call.request.scripts) return reply
  const values = given()
  const hooked = hookedOf(call, events, values)
  if (hooked.length === 0) return reply
  if (reply.kind !== 'json') return { kind: 'callScripts', call: eventsOf(hooked, values), reply }
  const plain = reply.json instanceof JsonSource ? reply.json.value() : reply.json
  const json = JSON.parse(JSON.stringify(plain))
  return { kind: 'callScripts', call: { ...eventsOf(hooked, values), json }, reply: { ...reply, json: '' } as JsonReply }
}

/**
 * Calls hooks in the background of a request that is answered at once.
 * @param values what the hooks see; undefined if they are not called, because there is nothing to do
 */
export function callInBackground(
  call: Scripted,
  event: string,
  collection: Collection | undefined,
  values: Events['values'] | undefined,
): CallScripts | undefined {
  const given = { values: values ?? {}, ...(collection && { collection }) }
  if (call.request.scripted?.before || hookedOf(call, [event], given).length === 0) return undefined
  return { kind: 'callScripts', call: eventsOf(values ? [event] : [], given), isInBackground: true }
}

/** Returns the value of a record; hooks see null if there is none. */
export function recordValue(record: StoredRecord | undefined): EventValue {
  return record ? { kind: 'record', collectionId: record.collection.id, values: record.values } : plainValue(null)
}

/** Returns the value of an admin; hooks see null if there is none. */
export function adminValue(admin: Partial<Admin> | undefined): EventValue {
  return admin ? { kind: 'admin', values: { ...admin } } : plainValue(null)
}

export function collectionValue(collection: object, isNew = false): EventValue {
  return { kind: 'collection', values: JSON.parse(JSON.stringify(collection)), isNew }
}

export function plainValue(value: unknown): EventValue {
  return { kind: 'plain', value }
}

/** Returns a value as hooks of scripts have left it, or undefined if no hooks were called. */
export function valueAfter({ request: { scripted } }: Scripted, name: string): EventValue | undefined {
  return scripted?.before?.[name]
}

/** Returns the values of a model as hooks of scripts have left it, or undefined if no hooks were called. */
export function modelAfter(call: Scripted, name: string): Record<string, unknown> | undefined {
  const value = valueAfter(call, name)
  return value && 'values' in value ? value.values : undefined
}

/** Returns what hooks of scripts see of an admin's auth response. */
export function adminAuthEvents(admin: Admin, token: string, more: Events['values'] = {}): Events {
  return { values: { ...more, admin: adminValue(admin), token: plainValue(token) }, answer: { is: 'auth', of: 'admin' } }
}

/** Returns what hooks of scripts see of an auth response. */
export function authEvents(
  collection: Collection,
  record: StoredRecord,
  { json }: JsonReply<{ token: string; meta?: unknown }>,
  more: Events['values'] = {},
): Events {
  const values = { ...more, record: recordValue(record), token: plainValue(json.token), meta: plainValue(json.meta ?? null) }
  return { collection, values, answer: { is: 'auth', of: 'record' } }
}
