import { dropLinksOnVerification } from './changes/dropLinksOnVerification.ts'
import type { RecordWriter } from './changes/RecordWriter.ts'
import { updateDates } from './rows/dates.ts'
import type { StoredRecord } from './rows/StoredRecord.ts'

/**
 * Sets columns of a record on behalf of the server: without rules and validation, but with every event of an update.
 * @returns the record after the change
 */
export async function setColumns(
  records: RecordWriter,
  before: StoredRecord,
  columns: Readonly<Record<string, unknown>>,
): Promise<StoredRecord> {
  const changed = { ...before, values: { ...before.values, ...columns, ...updateDates(before) } }
  const after = await dropLinksOnVerification(records.transaction, before, changed)
  await records.update(before, after)
  return after
}
