import type { Engine, Reader, Row } from '../../db/engine.ts'
import type { CompiledQuery } from '../compile/compileQuery.ts'
import { type CountCache, readsView } from './CountCache.ts'
import { countRecords, type Page, readRows, selectPage } from './selectRecords.ts'

/** Returns the number of all matching records, if a page shows it: it has the last of them, or none although it is the first page. */
export function totalOfPage({ hasUniqueIds }: CompiledQuery, rows: number, { limit, offset }: Page): number | undefined {
  return hasUniqueIds && rows < limit && (rows > 0 || offset === 0) ? offset + rows : undefined
}

/** A reader that can tell what its results depend on. */
export type TracingReader = Reader & Pick<Engine, 'traceReads'>

/** One page of the matching records, and the number of all of them. */
interface CountedPage {
  rows: Row[]
  total: number
}

async function readPageAndTotal(reader: Reader, query: CompiledQuery, page: Page): Promise<CountedPage> {
  const { readCountedPage, maxCountedRows = 0 } = query
  const { columns, limit, offset } = page
  let known: number | undefined
  if (readCountedPage) {
    const rows = await readRows(reader, readCountedPage(columns, limit, offset), page)
    const counted = rows[0]?.at(-1)
    if (counted === undefined) known = offset === 0 ? 0 : await countRecords(reader, query)
    const total = known ?? Number(counted)
    if (total <= maxCountedRows) return { rows: rows.map(row => row.slice(0, -1)), total }
    // There are more records than the statement can sort.
  }
  const { rows, total = totalOfPage(query, rows.length, page) } = await selectPage(reader, query, page, known)
  return { rows, total: total ?? (await countRecords(reader, query)) }
}

/**
 * Reads one page of the matching records and their number. Reads the table for the number again only if it is neither cached nor
 * known from the page. A number that can change without a commit is not cached. Throws the errors of `selectRecords`.
 */
export async function selectCounted(
  reader: TracingReader,
  counts: CountCache,
  query: CompiledQuery,
  page: Page,
): Promise<CountedPage> {
  const { cached, store } = counts.lookUp(query)
  if (cached !== undefined) return { rows: (await selectPage(reader, query, page, cached)).rows, total: cached }
  const finishReads = readsView(query) ? reader.traceReads() : undefined
  try {
    const counted = await readPageAndTotal(reader, query, page)
    if (!readsView(query) || finishReads?.().isNondeterministic === false) store(counted.total)
    return counted
  } finally {
    finishReads?.()
  }
}
