import type { RecordsContext } from '../RecordsContext.ts'
import type { Actor } from '../rules/Actor.ts'
import { eventActorOf } from '../rules/eventActorOf.ts'
import { type RecordWriter, writeRecords } from './RecordWriter.ts'

/** A change whose files and hashes are prepared. */
export interface PreparedChange<Result> {
  /** Makes the change in a transaction. */
  run: (records: RecordWriter) => Promise<Result>
  /** Discards what was prepared, because the change was not made. Returns the error for the requester. */
  fail: (error: unknown) => Promise<unknown>
}

/** Makes a prepared change in a transaction of its own. */
export async function makeChange<Result>(
  app: RecordsContext,
  { requester }: Actor,
  { run, fail }: PreparedChange<Result>,
): Promise<Result> {
  try {
    const result = await writeRecords(app, eventActorOf(requester), run)
    app.onRollback?.(fail)
    return result
  } catch (error) {
    throw await fail(error)
  }
}
