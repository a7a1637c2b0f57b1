import { superusers } from '../../../auth/superusers.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { createRecord } from '../../../records/createRecord.ts'
import { getDeletable } from '../../../records/deleteRecord.ts'
import type { StoredRecord } from '../../../records/rows/StoredRecord.ts'
import { getUpdatable, updateRecord } from '../../../records/updateRecord.ts'
import { hasAdminScripts } from '../../admins/adminScripts.ts'
import type { Call } from '../../Call.ts'
import { callHooks, hasHook } from '../../records/hooks.ts'
import { callScripts, hasDeletionScripts, hasScripts } from '../../records/scripts.ts'
import type { CallHooks, CallScripts } from '../../Steps.ts'
import type { PlannedChange, PlannedRequest } from './planRequest.ts'

const scriptActions = { create: 'Create', update: 'Update' } as const
const superuserActions = { ...scriptActions, delete: 'Delete' } as const

const singly = (name: string) =>
  new Rejection('invalid', {
    message: `Scripts of pb_hooks have hooks for this change of ${name}. Send the request by itself, not in a batch.`,
  })

/**
 * Validates a change for which scripts have hooks, and calls the hooks before it.
 * @throws Rejection for a deletion, which scripts make, and for a change of a record that the batch creates, because it is not stored yet
 */
async function callScriptsBefore(call: Call, change: PlannedChange, isOfBatch: boolean): Promise<CallScripts> {
  const { app } = call
  const { collection, actor } = change
  if (change.action === 'delete' || (change.action === 'update' && isOfBatch)) throw singly(collection.name)
  const called =
    change.action === 'create'
      ? await callScripts('Create', change.input, input => createRecord(app, actor, collection, input))
      : await callScripts('Update', change.input, input => updateRecord(app, actor, collection, change.id, input))
  return { ...called, isOneOfSeveral: true }
}

const hasScriptsFor = (call: Call, { collection, action }: PlannedChange): boolean =>
  action === 'delete' ? hasDeletionScripts(call, collection) : hasScripts(call, collection, scriptActions[action])

/** Returns the stored record that a change concerns; undefined if an earlier change of the batch creates it. */
async function storedRecord({ app }: Call, change: PlannedChange, isOfBatch: boolean): Promise<StoredRecord | undefined> {
  if (change.action === 'create' || isOfBatch) return undefined
  const { actor, collection, id } = change
  if (change.action === 'delete') return getDeletable(app, actor, collection, id)
  return getUpdatable(app, actor, collection, id, change.input)
}

/**
 * Calls the hooks before the changes of a batch, also the hooks of scripts, one after the other. The step is repeated after each hook. Puts
 * the values that the hooks have set into the changes.
 * @param onRequest called with the index of each request before its hooks
 * @returns the call of the next hook; undefined once all were called
 */
export async function callBatchHooks(
  call: Call,
  planned: readonly Pick<PlannedRequest, 'change' | 'isOfBatch'>[],
  onRequest: (index: number) => void,
): Promise<CallHooks | CallScripts | undefined> {
  const { hookedChanges = [], scripted } = call.request
  let called = 0
  let scriptsCalled = 0
  for (const [index, one] of planned.entries()) {
    const { change, isOfBatch } = one
    onRequest(index)
    if ('prepareOther' in change) {
      const isHooked = change.collectionName === superusers.name && hasAdminScripts(call, superuserActions[change.action])
      if (isHooked) throw singly(superusers.name)
      continue
    }
    const isHooked = hasHook(call, change.collection, change.action)
    const hooked = isHooked ? hookedChanges[called] : undefined
    if (isHooked) called += 1
    if (isHooked && !hooked) {
      const record = await storedRecord(call, change, isOfBatch)
      const input = change.action === 'delete' ? {} : { input: change.input.values }
      return {
        ...callHooks(call, change.collection, change.action, { ...input, ...(record && { record }) }),
        isOneOfSeveral: true,
      }
    }
    if (hooked && change.action !== 'delete') change.input = { ...change.input, values: hooked.input }
    if (!hasScriptsFor(call, change)) continue
    const left = scripted?.changes?.[scriptsCalled]
    scriptsCalled += 1
    if (!left) return callScriptsBefore(call, change, isOfBatch)
    if (change.action !== 'delete') change.input = { ...change.input, scripted: { values: left.values } }
  }
  return undefined
}
