import type { RecordChange, RemovedRecords } from '../records/changes/RecordChange.ts'
import { charactersIn } from '../runtime/charactersIn.ts'

/** Returns the characters that a change keeps in memory, without the removed records of its transaction. */
export function lengthOfChange({ record, publicMessage }: RecordChange): number {
  return (record ? charactersIn(Object.values(record)) : 0) + (publicMessage?.json.length ?? 0)
}

/** Returns the characters that the removed records of a transaction keep in memory. */
export function lengthOfRemoved({ records }: RemovedRecords): number {
  return [...(records?.values() ?? [])].reduce((sum, { length }) => sum + length, 0)
}
