import type { Collection } from '@coffer/schema'
import { CodeError, hookFailed } from '../../code/CodeError.ts'
import { HookRejection, Rejection } from '../../errors/Rejection.ts'
import type { ChangeAction } from '../../events/log/ChangeEntry.ts'
import type { HookCall, InsideOutcome } from '../../messages/HookCall.ts'
import type { OtherChange, RecordChange } from '../../records/changeRecords.ts'
import type { ChangeOf } from '../../records/changes/RecordChange.ts'
import type { WrittenRecord } from '../../records/RecordInput.ts'
import { findRecord } from '../../records/rows/findRecord.ts'
import { eventActorOf } from '../../records/rules/eventActorOf.ts'
import type { App } from '../App.ts'
import type { Call } from '../Call.ts'
import type { TakeHookTurn } from '../Steps.ts'
import { isHooked, shownToHooks } from './hooks.ts'

const recordOf = (change: ChangeOf) => (change.action === 'delete' ? change.before : change.after)

/** Whether hooks have to be called inside the transaction of a change. */
export function hasInsideHook({ request: { insideHooks } }: Call, collection: Collection, action: ChangeAction): boolean {
  return insideHooks !== undefined && isHooked(insideHooks.names, collection, action)
}

/** Returns what a step has to wait for before a change with hooks inside of its transaction, for which all other changes can wait. */
export function turnForHooks(call: Call, collection: Collection, action: ChangeAction): TakeHookTurn | undefined {
  return !call.request.hasHookTurn && hasInsideHook(call, collection, action) ? { kind: 'takeHookTurn' } : undefined
}

/** Returns the same for several changes in one transaction. */
export function turnForHooksOf(call: Call, changes: readonly (RecordChange | OtherChange)[]): TakeHookTurn | undefined {
  const turns = changes.map(change =>
    'prepareOther' in change ? undefined : turnForHooks(call, change.collection, change.action),
  )
  return turns.find(turn => turn !== undefined)
}

function callOf({ app, requester }: Call, change: ChangeOf): HookCall {
  const record = recordOf(change)
  const { id, name } = record.collection
  return {
    action: change.action,
    collection: { id, name },
    user: eventActorOf(requester),
    record: shownToHooks(app, record),
    ...(change.action === 'update' && { previous: shownToHooks(app, change.before) }),
  }
}

/** @throws HookRejection if a hook rejects the change, fails or takes too long */
function assertPassed(outcome: InsideOutcome, timeoutMs: number): void {
  switch (outcome.kind) {
    case 'passed':
      return
    case 'rejected':
      throw new HookRejection('invalid', { message: outcome.message, issues: outcome.issues })
    case 'failed':
      throw new HookRejection('internal', { message: hookFailed, cause: new CodeError(outcome.error) })
    case 'late':
      throw new HookRejection('busy', {
        message: `A hook took more than ${timeoutMs} ms inside of the transaction, so nothing was changed. Please try again.`,
        cause: new CodeError(outcome.error),
      })
  }
}

/**
 * Returns the app for changes whose transaction calls hooks. The hooks share one time limit.
 * @param onCall called with the index of a requested change before its hooks are called
 */
function withHooks(call: Call, onCall: (index: number) => void = () => undefined): App {
  const { app, hookWait } = call
  const { insideHooks } = call.request
  if (!hookWait || !insideHooks) throw new Error('A transaction waits for hooks only in the writer.')
  const { timeoutMs } = insideHooks
  return {
    ...app,
    inside: {
      call: async (transaction, made) => {
        const until = performance.now() + timeoutMs
        for (const [index, change] of made.entries()) {
          if (!hasInsideHook(call, recordOf(change).collection, change.action)) continue
          onCall(index)
          const leftMs = Math.max(0, until - performance.now())
          assertPassed(await hookWait.call(app, transaction, callOf(call, change), leftMs), timeoutMs)
        }
      },
      discardFiles: hookWait.discardFiles,
    },
  }
}

/** Returns the app for a change. If the change has hooks inside its transaction, the app calls them. */
export function withInsideHooks(call: Call, collection: Collection, action: ChangeAction): App {
  return hasInsideHook(call, collection, action) ? withHooks(call) : call.app
}

/**
 * Returns the app for several changes in one transaction, in their order.
 * @param onCall called with the index of a change before its hooks are called
 */
export function withInsideHooksOf(
  call: Call,
  changes: readonly (RecordChange | OtherChange)[],
  onCall: (index: number) => void,
): App {
  if (!call.request.insideHooks) return call.app
  const ofRecords = [...changes.entries()].filter((entry): entry is [number, RecordChange] => !('prepareOther' in entry[1]))
  if (!ofRecords.some(([, { collection, action }]) => hasInsideHook(call, collection, action))) return call.app
  return withHooks(call, index => onCall(ofRecords[index]?.[0] ?? 0))
}

/**
 * Returns a written record with the changes of the hooks inside its transaction. Never throws, because the change is committed.
 * @param app the app with which it was written
 */
export async function withLeftValues({ db, inside }: App, written: WrittenRecord): Promise<WrittenRecord> {
  if (!inside) return written
  const { collection, values } = written.record
  const record = await findRecord(db, collection, String(values.id)).catch(() => undefined)
  return record ? { ...written, record } : written
}

/**
 * Asserts that a deletion by scripts of `pb_hooks` has no hooks inside its transaction.
 * @throws Rejection otherwise
 */
export function assertNoInsideHook(call: Call, collection: Collection): void {
  if (!hasInsideHook(call, collection, 'delete')) return
  throw new Rejection('invalid', {
    message: `Scripts of pb_hooks delete the records of ${collection.name}, so the hook insideDelete cannot be called.`,
  })
}
