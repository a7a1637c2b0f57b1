import { charactersIn } from '../runtime/charactersIn.ts'
import { type Row, TooLongError } from './engine.ts'

/** Maximum number of characters of a batch, unless a single row is longer. */
const maxBatchLength = 8_000_000

/** The sizes of batches in rows. */
export interface BatchSizes {
  /** The first batch. Small if reading too many rows is expensive, because the length of the rows is not known yet. */
  first: number
  max: number
}

/** Reads the next rows, at most `limit`, and throws a `TooLongError` without advancing if they are longer than `maxLength`. */
export type FetchRows = (limit: number, maxLength: number | undefined) => Promise<Row[]>

/** Returns the number of rows to read after a batch, if they are as long as those of the batch. */
function nextLimit(rows: readonly Row[], limit: number, max: number): number {
  const length = rows.reduce((sum, row) => sum + charactersIn(row), 0)
  const fitting = Math.floor((maxBatchLength * rows.length) / Math.max(length, 1))
  return Math.max(1, Math.min(limit * 2, fitting, max))
}

/** Reads rows in batches that fit into the memory. */
export async function* readBatches(fetch: FetchRows, { first, max }: BatchSizes): AsyncGenerator<Row[]> {
  let limit = first
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
    limit = nextLimit(rows, limit, max)
  }
}
