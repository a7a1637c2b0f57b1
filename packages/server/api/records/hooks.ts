import type { Collection } from '@coffer/schema'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { type HookAction, type HookCall, hookName } from '../../messages/HookCall.ts'
import type { RecordInput } from '../../records/RecordInput.ts'
import { rowOf, type StoredRecord } from '../../records/rows/StoredRecord.ts'
import { eventActorOf } from '../../records/rules/eventActorOf.ts'
import { notExpanded } from '../../records/visible/VisibleRecord.ts'
import type { Call } from '../Call.ts'
import type { CallHooks } from '../Steps.ts'

/** Whether hooks have to be called before an action. */
export function hasHook({ request: { hooks, hooked } }: Call, { name }: Collection, action: HookAction): boolean {
  return (
    hooks !== undefined &&
    hooked?.action !== action &&
    [name, '*'].some(collection => hooks.includes(hookName(collection, action)))
  )
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
    ...(record && {
      record: app.recordFormat.value({
        collection,
        row: rowOf(record),
        showsEmail: true,
        showsHidden: true,
        expand: notExpanded,
      }),
    }),
  }
  return { kind: 'callHooks', call }
}

/** Returns the input as hooks have left it. Rules still read what the client has submitted. */
export function withHooked(input: RecordInput, { hooked }: ApiRequest): RecordInput {
  return hooked ? { ...input, values: hooked.input } : input
}
