import type { EventActor } from '../events/log/ChangeEntry.ts'

type Values = Record<string, unknown>

/** A change of a record for which hooks of scripts are called, as plain data. */
export interface ScriptedChange {
  kind: 'change'
  action: 'Create' | 'Update'
  /** The part of the names of the request's hooks behind `Before` and `After`; by default the action. */
  request?: string
  collectionId: string
  /** The values of the record, as they will be stored. */
  values: Values
  /** The stored values before an update. */
  original?: Values
  uploads: Record<string, { name: string; originalName: string; size: number }[]>
}

/** A value that hooks see, as plain data: a model, of which they see an object of its class, or any other value. */
export type EventValue =
  | { kind: 'record'; collectionId: string; values: Values }
  | { kind: 'admin' | 'field'; values: Values }
  | { kind: 'collection'; values: Values; isNew?: boolean }
  | { kind: 'list'; items: readonly EventValue[] }
  | { kind: 'stream'; id: string }
  /** A value that scripts cannot use. */
  | { kind: 'notOffered'; name: 'providerClient' }
  /** What sends mails. */
  | { kind: 'mailClient' }
  | { kind: 'plain'; value: unknown }

/** Events whose hooks are called one after the other with the same values. */
export interface ScriptedEvents {
  kind: 'events'
  events: readonly string[]
  /** The collection that the events belong to. */
  collectionId?: string
  values: Readonly<Record<string, EventValue>>
  /** The name of the value that the hooks of models get as their model. */
  model?: string
  /** What the response says if a hook of a model fails. */
  failed?: string
  /** The JSON of the response, which hooks change through the values. */
  json?: unknown
  /** How the JSON of the response follows from the values; by default it stays as it is. */
  answer?: EventAnswer
}

/** How the JSON of a response follows from the values of an event: it is a value, a page of models, an auth response or a token. */
export interface EventAnswer {
  is: 'value' | 'record' | 'page' | 'auth' | 'token'
  /** The name of the value. */
  of: string
}

/** The deletion of a record, which scripts make, because the hooks of models run in its transaction. */
export interface ScriptedDeletion {
  kind: 'deletion'
  collectionId: string
  values: Values
  actor: EventActor
  /** The key under which the record is stored for a while. */
  undoKey?: string
}

/** The changes of a batch that were made. The hooks after them are called in their order. */
export interface ScriptedBatch {
  kind: 'madeChanges'
  changes: readonly ScriptedChange[]
}

/** Records that an undo has restored. The hooks of models after their changes are called, by the ids of the records. */
export interface ScriptedUndo {
  kind: 'undone'
  changes: readonly { action: ScriptedChange['action']; collectionId: string; id: string }[]
}

export type ScriptedCall = ScriptedChange | ScriptedDeletion | ScriptedEvents | ScriptedBatch | ScriptedUndo

/** What hooks of scripts have left of a request, once they were called. */
export interface ScriptedResults {
  /** The values that hooks have set for the change of a record. */
  change?: Values
  /** The changes of a batch for which hooks were called, in their order, with the values that hooks have set. */
  changes?: readonly { call: ScriptedChange; values: Values }[]
  /** The values of the events before the action. */
  before?: Readonly<Record<string, EventValue>>
}

/** Whether a name is the one of a hook of models, see `scriptName`. */
export function isModelHook(name: string): boolean {
  return name.includes(' onModel')
}

/** Whether an event follows a committed change, so that the request must not be rejected any more. */
export function followsChange(event: string): boolean {
  return /After(?:Create|Update|Delete|Import|Confirm|Unlink)/.test(event)
}

/** Returns how a request names the hooks of an event. The collection is a name, an id, or `*` for all. */
export function scriptName(collection: string, event: string): string {
  return `${collection} ${event}`
}
