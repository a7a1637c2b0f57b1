import type { Collection } from '@coffer/schema'
import type { Transaction } from '../db/engine.ts'
import { Rejection } from '../errors/Rejection.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import { findAllowedRow } from './access/findAllowed.ts'
import type { PreparedChange } from './changes/PreparedChange.ts'
import { type RecordWriter, writeRecords } from './changes/RecordWriter.ts'
import { prepareCreation } from './createRecord.ts'
import { removeRecord } from './deleteRecord.ts'
import type { RecordInput, WrittenRecord } from './RecordInput.ts'
import type { RecordsContext } from './RecordsContext.ts'
import type { Actor } from './rules/Actor.ts'
import { visibilityFor } from './rules/conditions.ts'
import { eventActorOf } from './rules/eventActorOf.ts'
import { prepareRecordUpdate } from './updateRecord.ts'

/** One of several changes. `where` is a filter that the stored record must match; `actor` replaces the actor of all changes. */
export type RecordChange = { collection: Collection; actor?: Actor } & (
  | { action: 'create'; input: RecordInput }
  | { action: 'update'; id: string; input: RecordInput; where?: string | undefined }
  | { action: 'delete'; id: string; where?: string | undefined }
)

/** A change of other rows in the same transaction. The returned function can run more than once. */
export interface OtherChange {
  prepareOther: () => Promise<(transaction: Transaction) => Promise<void>>
}

const isOther = (change: RecordChange | OtherChange): change is OtherChange => 'prepareOther' in change

/** @throws Rejection `conflict` if the record does not match the filter in the transaction */
async function assertMatch(records: RecordWriter, app: RecordsContext, actor: Actor, change: RecordChange): Promise<void> {
  if (change.action === 'create' || change.where === undefined) return
  const { collection, id, where } = change
  const condition = { filter: readFilter(where), ...visibilityFor(actor.requester, app.config) }
  const lookup = { catalog: app.catalog, request: actor.values }
  if (await findAllowedRow(records.transaction, collection, id, [condition], lookup)) return
  throw new Rejection('conflict', { message: `The record ${id} of ${collection.name} does not match ${where}.` })
}

interface ChangeOptions {
  /** The time by which all changes have to be made, as `performance.now()` returns it. */
  deadline?: number
  /** Called with the index of the change that cannot be made, before the error is thrown. */
  onFailure?: (index: number) => void
}

function assertInTime(deadline = Number.POSITIVE_INFINITY): void {
  if (performance.now() > deadline)
    throw new Rejection('tooSlow', { message: 'The batch took too long. Send fewer requests at once.' })
}

async function prepareOther(change: OtherChange): Promise<PreparedChange<undefined>> {
  const run = await change.prepareOther()
  return {
    run: async ({ transaction }) => {
      await run(transaction)
      return undefined
    },
    fail: async error => error,
  }
}

function prepare(
  app: RecordsContext,
  actor: Actor,
  change: RecordChange | OtherChange,
): Promise<PreparedChange<WrittenRecord | undefined>> {
  if (isOther(change)) return prepareOther(change)
  const { collection } = change
  const by = change.actor ?? actor
  if (change.action === 'create') return prepareCreation(app, by, collection, change.input)
  if (change.action === 'update') return prepareRecordUpdate(app, by, collection, change.id, change.input)
  return Promise.resolve({
    run: async records => {
      await removeRecord(records, app, by, collection, change.id)
      return undefined
    },
    fail: async error => error,
  })
}

/**
 * Makes several changes in one transaction, in their order.
 * @returns the written records; undefined for deletions and other changes
 * @throws Rejection of the first change that cannot be made. Then none is made.
 */
export async function changeRecords(
  app: RecordsContext,
  actor: Actor,
  changes: readonly (RecordChange | OtherChange)[],
  { deadline, onFailure }: ChangeOptions = {},
): Promise<(WrittenRecord | undefined)[]> {
  const prepared: PreparedChange<WrittenRecord | undefined>[] = []
  let current: number | undefined
  try {
    for (const [index, change] of changes.entries()) {
      current = index
      assertInTime(deadline)
      prepared.push(await prepare(app, actor, change))
    }
    current = undefined
    const all = await writeRecords(app, eventActorOf(actor.requester), async records => {
      const written: (WrittenRecord | undefined)[] = []
      for (const [index, change] of changes.entries()) {
        current = index
        assertInTime(deadline)
        if (!isOther(change)) await assertMatch(records, app, change.actor ?? actor, change)
        const run = async () => prepared[index]?.run(records)
        // In a savepoint, the error of a change is not thrown by a later one.
        written.push(await (onFailure ? records.transaction.attempt(run) : run()))
      }
      current = undefined
      records.mergeChanges()
      return written
    })
    for (const { fail } of prepared) app.onRollback?.(fail)
    return all
  } catch (error) {
    const errors = await Promise.all(prepared.map(one => one.fail(error)))
    if (current !== undefined) onFailure?.(current)
    throw (current !== undefined && errors[current]) || error
  }
}
