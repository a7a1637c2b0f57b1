import type { Reader, Row } from '../db/engine.ts'
import type { Sql } from '../db/sql.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { compileTableQuery, type TableDescription } from '../query/compile/compileTableQuery.ts'
import { totalOfPage } from '../query/select/selectCounted.ts'
import { countRecords, selectRecords } from '../query/select/selectRecords.ts'
import { pageJson } from './pages.ts'
import { offsetOf, parameter, readPaging } from './parameters.ts'

/**
 * Returns the requested page of a system table: `page`, `perPage`, `skipTotal`, `filter` and `sort`.
 * @param count returns the number of matching rows if it is known without reading them
 */
export async function listTable(
  reader: Reader,
  request: ApiRequest,
  table: TableDescription,
  columns: Sql,
  toJson: (row: Row) => unknown,
  count: (filter: string | undefined) => Promise<number | undefined> = async () => undefined,
) {
  const paging = readPaging(request)
  const filter = parameter(request, 'filter')
  const query = compileTableQuery(reader.dialect, table, { filter, sort: parameter(request, 'sort') })
  const page = { columns, limit: paging.perPage, offset: offsetOf(paging) }
  const rows = await selectRecords(reader, query, page)
  const total = paging.skipTotal
    ? undefined
    : (totalOfPage(query, rows.length, page) ?? (await count(filter)) ?? (await countRecords(reader, query)))
  return pageJson(paging, total, rows.map(toJson))
}
