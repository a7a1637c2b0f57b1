import type { UndoableChange, UndoOutcome } from '../../../queries/records/undoableChanges.ts'

/** Reasons that a message tells; the others are only counted. */
const toldReasons = 3

function reasonsOf(failed: UndoOutcome['failed']): string[] {
  const told = failed.slice(0, toldReasons).map(({ recordId, message }) => `${recordId}: ${message}`)
  return failed.length > toldReasons ? [...told, `And ${failed.length - toldReasons} more.`] : told
}

/** What each kind says of one record, of all records, of the only one that failed, and of some. */
const sentences = {
  deleted: {
    one: 'The record is back.',
    all: (count: number) => `All ${count} records are back.`,
    none: 'The record could not come back.',
    some: (restored: number, count: number) => `${restored} of ${count} records ${restored === 1 ? 'is' : 'are'} back.`,
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
  const lost = gone > 0 ? [`The server no longer keeps ${gone === 1 ? 'one of them' : `${gone} of them`}.`] : []
  const [only] = failed
  if (count === 1 && only) return `${none} ${only.message}`
  return [some(restored, count), ...reasonsOf(failed), ...lost].join('\n')
}
