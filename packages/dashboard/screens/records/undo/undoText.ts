import type { UndoableChange, UndoOutcome } from '../../../queries/records/undoableChanges.ts'

/** Maximum number of failure reasons in a message; the others are only counted. */
const maxListedReasons = 3

function reasonsOf(failed: UndoOutcome['failed']): string[] {
  const listed = failed.slice(0, maxListedReasons).map(({ recordId, message }) => `${recordId}: ${message}`)
  return failed.length > maxListedReasons ? [...listed, `And ${failed.length - maxListedReasons} more.`] : listed
}

/** The sentences for each kind of change: one record, all records, the only record failed, some records. */
const sentences = {
  deleted: {
    one: 'The record was restored.',
    all: (count: number) => `All ${count} records were restored.`,
    none: 'The record could not be restored.',
    some: (restored: number, count: number) => `${restored} of ${count} records ${restored === 1 ? 'was' : 'were'} restored.`,
  },
  changed: {
    one: 'The change was undone.',
    all: (count: number) => `The changes of all ${count} records were undone.`,
    none: 'The change could not be undone.',
    some: (restored: number, count: number) => `The changes of ${restored} of ${count} records were undone.`,
  },
} as const

/** Describes the outcome of an undo: the first sentence says how many records were restored. */
export function undoText({ kind, count }: Pick<UndoableChange, 'kind' | 'count'>, { restored, failed }: UndoOutcome): string {
  const { one, all, none, some } = sentences[kind]
  if (restored >= count) return count === 1 ? one : all(count)
  const gone = count - restored - failed.length
  const lost = gone > 0 ? [`The server can no longer undo ${gone === 1 ? 'one of them' : `${gone} of them`}.`] : []
  const [only] = failed
  if (count === 1 && only) return `${none} ${only.message}`
  return [some(restored, count), ...reasonsOf(failed), ...lost].join('\n')
}
