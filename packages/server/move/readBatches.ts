import { type Row, TooLongError } from '../db/engine.ts'
import { charactersIn } from '../runtime/charactersIn.ts'

/** Number of rows that the first statement reads. It is small, because the length of the rows is not known yet. */
const firstBatchRows = 20
/** Maximum number of rows that are copied by one statement. */
const maxBatchRows = 2000
/** Maximum number of characters that are copied by one statement, unless a single row is longer. It limits the memory of a copy. */
const maxBatchLength = 8_000_000

/** Reads the next rows, at most `limit`, and throws a `TooLongError` without advancing if they are longer than `maxLength`. */
export type FetchRows = (limit: number, maxLength: number | undefined) => Promise<Row[]>

/** Returns the number of rows to read after a batch, if they are as long as those of the batch. */
const nextLimit = (rows: readonly Row[], limit: number): number => {
  const length = rows.reduce((sum, row) => sum + charactersIn(row), 0)
  const fitting = Math.floor((maxBatchLength * rows.length) / Math.max(length, 1))
  return Math.max(1, Math.min(limit * 2, fitting, maxBatchRows))
}

/** Reads rows in batches that fit into the memory. */
export async function* readBatches(fetch: FetchRows): AsyncGenerator<Row[]> {
  let limit = firstBatchRows
  for (;;) {
    let rows: Row[]
    try {
      rows = await fetch(limit, limit === 1 ? undefined : maxBatchLength)
    } catch (error) {
      if (!(error instanceof TooLongError)) throw error
      limit = Math.ceil(limit / 4)
      continue
    }
    if (rows.length === 0) return
    yield rows
    limit = nextLimit(rows, limit)
  }
}
