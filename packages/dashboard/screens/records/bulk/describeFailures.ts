import type { RecordJson, ViewContext } from '@coffer/fields/ui'
import { fieldErrorsOf, isOutcomeUnknown, messageOf, statusOf } from '../../../queries/connection/failure.ts'
import type { BatchOutcome } from './inTurn.ts'

/** A record on which some work failed, and why. */
interface BulkFailure {
  id: string
  label: string
  reason: string
  /** There is no such record any more. */
  isGone: boolean
}

/** What failed of some work on many records. */
export interface BulkFailures {
  collectionId: string
  /** The first of them. */
  shown: BulkFailure[]
  /** How many there are beside those that are shown. */
  rest: number
}

/** Records that are named; more of them nobody reads. */
const most = 10

/** Tells failures by the records' labels; undefined when there are none. Labels that cannot be loaded are ids. */
export async function describeFailures(
  collectionId: string,
  failed: BatchOutcome<string>['failed'],
  { loadRecords, recordLabel }: Pick<ViewContext, 'loadRecords' | 'recordLabel'>,
): Promise<BulkFailures | undefined> {
  if (failed.length === 0) return undefined
  const named = failed.slice(0, most)
  const ids = named.map(({ item }) => item)
  const records = await loadRecords(collectionId, ids, new AbortController().signal).catch((): RecordJson[] => [])
  const byId = new Map(records.map(record => [record.id, record]))
  return {
    collectionId,
    rest: failed.length - named.length,
    shown: named.map(({ item: id, error }) => {
      const record = byId.get(id)
      return { id, label: record ? recordLabel(record) : id, reason: reasonOf(error), isGone: statusOf(error) === 404 }
    }),
  }
}

/** Why one record could not be written or deleted: what is wrong with its values, else what the server says. */
export function reasonOf(error: unknown): string {
  if (statusOf(error) === 404) return 'It does not exist any more.'
  if (isOutcomeUnknown(error)) return `${messageOf(error)} It may have happened all the same.`
  const issues = Object.entries(fieldErrorsOf(error)).map(([name, message]) => `${name}: ${message}`)
  return issues.join(' ') || messageOf(error)
}
