import type { KeptDeletion, UndoOutcome } from '../../../queries/records/keptDeletions.ts'

/** Reasons that a message tells; the others are only counted. */
const toldReasons = 3

function reasonsOf(failed: UndoOutcome['failed']): string[] {
  const told = failed.slice(0, toldReasons).map(({ recordId, message }) => `${recordId}: ${message}`)
  return failed.length > toldReasons ? [...told, `And ${failed.length - toldReasons} more.`] : told
}

/** What is told of an undo, in sentences: the first says how many came back. */
export function undoText({ count }: Pick<KeptDeletion, 'count'>, { restored, failed }: UndoOutcome): string {
  if (restored >= count) return count === 1 ? 'The record is back.' : `All ${count} records are back.`
  const gone = count - restored - failed.length
  const lost = gone > 0 ? [`The server no longer keeps ${gone === 1 ? 'one of them' : `${gone} of them`}.`] : []
  const [only] = failed
  if (count === 1 && only) return `The record could not come back. ${only.message}`
  return [`${restored} of ${count} records ${restored === 1 ? 'is' : 'are'} back.`, ...reasonsOf(failed), ...lost].join('\n')
}
