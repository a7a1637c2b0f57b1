import type { Reader, Row } from '../db/engine.ts'
import type { Sql } from '../db/sql.ts'
import { compileTableQuery, type TableDescription } from '../query/compileTableQuery.ts'
import { countRecords, selectRecords } from '../query/selectRecords.ts'
import type { ApiRequest } from '../request/ApiRequest.ts'
import { offsetOf, pageJson, parameter, readPaging } from './paging.ts'

/** The page of a system table that a request asks for with `page`, `perPage`, `skipTotal`, `filter` and `sort`. */
export const listTable = async (
  reader: Reader,
  request: ApiRequest,
  table: TableDescription,
  columns: Sql,
  present: (row: Row) => unknown,
) => {
  const paging = readPaging(request)
  const query = compileTableQuery(table, { filter: parameter(request, 'filter'), sort: parameter(request, 'sort') })
  const page = { columns, limit: paging.perPage, offset: offsetOf(paging) }
  const rows = await selectRecords(reader, query, page)
  const total = paging.skipTotal ? undefined : await countRecords(reader, query)
  return pageJson(paging, total, rows.map(present))
}
