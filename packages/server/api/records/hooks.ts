import type { Collection } from '@coffer/schema'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { type HookAction, type HookCall, hookName } from '../../messages/HookCall.ts'
import type { RecordInput } from '../../records/RecordInput.ts'
import { rowOf, type StoredRecord } from '../../records/rows/StoredRecord.ts'
import { eventActorOf } from '../../records/rules/eventActorOf.ts'
import { notExpanded } from '../../records/visible/VisibleRecord.ts'
import type { Call } from '../Call.ts'
import type { CallHooks } from '../Steps.ts'

/** Whether a list of hooks has one for an action on the records of a collection. */
export function isHooked(hooks: readonly string[], { name }: Collection, action: HookAction): boolean {
  return [name, '*'].some(collection => hooks.includes(hookName(collection, action)))
}

/** Whether hooks have to be called before an action. */
export function hasHook({ request: { hooks, hooked } }: Call, collection: Collection, action: HookAction): boolean {
  return hooks !== undefined && hooked?.action !== action && isHooked(hooks, collection, action)
}

/** Returns a record as hooks see it: with its hidden fields. */
export function shownToHooks({ recordFormat }: Call['app'], record: StoredRecord): Record<string, unknown> {
  const { collection } = record
  return recordFormat.value({ collection, row: rowOf(record), showsEmail: true, showsHidden: true, expand: notExpanded })
}

/** Calls hooks before an action, then repeats the step. */
export function callHooks(
  { app, requester }: Call,
  collection: Collection,
  action: HookAction,
  { record, ...given }: Pick<HookCall, 'input' | 'query' | 'method'> & { record?: StoredRecord },
): CallHooks {
  const call: HookCall = {
    action,
    collection: { id: collection.id, name: collection.name },
    user: eventActorOf(requester),
    ...given,
    ...(record && { record: shownToHooks(app, record) }),
  }
  return { kind: 'callHooks', call }
}

/** Returns the input as hooks have left it. Rules still read what the client has submitted. */
export function withHooked(input: RecordInput, { hooked }: ApiRequest): RecordInput {
  return hooked ? { ...input, values: hooked.input } : input
}
