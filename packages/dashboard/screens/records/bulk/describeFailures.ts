import type { RecordJson, ViewContext } from '@coffer/fields/ui'
import { fieldErrorsOf, isOutcomeUnknown, messageOf, statusOf } from '../../../queries/connection/failure.ts'
import type { BatchOutcome } from './runBatch.ts'

/** A record that an operation failed on, with the reason. */
interface BulkFailure {
  id: string
  label: string
  reason: string
  /** Whether the record no longer exists. */
  isGone: boolean
}

/** The failures of an operation on many records. */
export interface BulkFailures {
  collectionId: string
  /** The first failures, with labels. */
  shown: BulkFailure[]
  /** Number of failures that are not in `shown`. */
  rest: number
}

/** Maximum number of failures to list; the rest is only counted. */
const maxShownFailures = 10

/** Describes failures with the labels of the records, or their ids if the records cannot be loaded. Undefined without failures. */
export async function describeFailures(
  collectionId: string,
  failed: BatchOutcome<string>['failed'],
  { loadRecords, recordLabel }: Pick<ViewContext, 'loadRecords' | 'recordLabel'>,
): Promise<BulkFailures | undefined> {
  if (failed.length === 0) return undefined
  const named = failed.slice(0, maxShownFailures)
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

/** Returns why a record could not be written or deleted: its field errors, otherwise the server's message. */
export function reasonOf(error: unknown): string {
  if (statusOf(error) === 404) return 'This record no longer exists.'
  if (isOutcomeUnknown(error)) return `${messageOf(error)} The change may still have gone through.`
  const issues = Object.entries(fieldErrorsOf(error)).map(([name, message]) => `${name}: ${message}`)
  return issues.join(' ') || messageOf(error)
}
