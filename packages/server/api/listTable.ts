import type { Reader, Row } from '../db/engine.ts'
import type { Sql } from '../db/sql.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { compileTableQuery, type TableDescription } from '../query/compile/compileTableQuery.ts'
import { totalOfPage } from '../query/select/selectCounted.ts'
import { countRecords, selectRecords } from '../query/select/selectRecords.ts'
import { pageJson } from './pages.ts'
import { offsetOf, parameter, readPaging } from './parameters.ts'

interface ListOptions {
  /** Returns the number of matching rows if it is known without reading them. */
  count?: (filter: string | undefined) => Promise<number | undefined>
  /** See `Query.source`. */
  source?: Sql
}

/** Returns the requested page of a system table: `page`, `perPage`, `skipTotal`, `filter` and `sort`. */
export async function listTable(
  reader: Reader,
  request: ApiRequest,
  table: TableDescription,
  columns: Sql,
  toJson: (row: Row) => unknown,
  { count, ...more }: ListOptions = {},
) {
  const paging = readPaging(request)
  const filter = parameter(request, 'filter')
  const query = compileTableQuery(reader.dialect, table, { ...more, filter, sort: parameter(request, 'sort') })
  const page = { columns, limit: paging.perPage, offset: offsetOf(paging) }
  const found = await selectRecords(reader, query, page)
  const total = paging.skipTotal
    ? undefined
    : (totalOfPage(query, found.length, page) ?? (await count?.(filter)) ?? (await countRecords(reader, query)))
  return pageJson(paging, total, found.map(toJson))
}
