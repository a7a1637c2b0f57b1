import type { Reader, Row } from '../../db/engine.ts'
import type { CompiledQuery } from '../compile/compileQuery.ts'
import type { CountCache } from './CountCache.ts'
import { countRecords, type Page, readRows, selectRecords } from './selectRecords.ts'

/** Returns the number of all matching records, if a page shows it: it has the last of them, or none although it is the first page. */
export function totalOfPage({ hasUniqueIds }: CompiledQuery, rows: number, { limit, offset }: Page): number | undefined {
  return hasUniqueIds && rows < limit && (rows > 0 || offset === 0) ? offset + rows : undefined
}

/**
 * Reads one page of the matching records and their number. Reads the table for the number again only if it is neither cached nor
 * known from the page. Throws the errors of `selectRecords`.
 */
export async function selectCounted(
  reader: Reader,
  counts: CountCache,
  query: CompiledQuery,
  page: Page,
): Promise<{ rows: Row[]; total: number }> {
  const { cached, store } = counts.lookUp(query)
  const { readCountedPage } = query
  if (cached === undefined && readCountedPage) {
    const { columns, limit, offset } = page
    const counted = await readRows(reader, readCountedPage(columns, limit, offset), page)
    const [total] = counted.map(row => row.at(-1))
    if (total !== undefined) return { rows: counted.map(row => row.slice(0, -1)), total: store(Number(total)) }
    return { rows: [], total: store(offset === 0 ? 0 : await countRecords(reader, query)) }
  }
  const rows = await selectRecords(reader, query, page)
  return { rows, total: cached ?? store(totalOfPage(query, rows.length, page) ?? (await countRecords(reader, query))) }
}
