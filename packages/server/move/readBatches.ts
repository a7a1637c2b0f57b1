import { type Row, TooLongError } from '../db/engine.ts'

/** Maximum number of rows that are copied by one statement. */
const maxBatchRows = 2000
/** Maximum number of characters that are copied by one statement, unless a single row is longer. It limits the memory of a copy. */
const maxBatchLength = 8_000_000

/** Reads the next rows, at most `limit`, and throws a `TooLongError` without advancing if they are longer than `maxLength`. */
export type FetchRows = (limit: number, maxLength: number | undefined) => Promise<Row[]>

/** Reads rows in batches that fit into the memory. */
export async function* readBatches(fetch: FetchRows): AsyncGenerator<Row[]> {
  let limit = maxBatchRows
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
    limit = Math.min(limit * 2, maxBatchRows)
  }
}
