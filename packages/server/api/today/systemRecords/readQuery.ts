import { parseFilter, parseSort, tokenize } from '@coffer/schema'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import { QueryError } from '../../../query/operands/QueryError.ts'
import type { Requester } from '../../../records/rules/Requester.ts'
import { parameter } from '../../parameters.ts'
import type { SystemTable } from './SystemTable.ts'

const quoted = (value: unknown): string => JSON.stringify(String(value))

/** Returns the filter for the rows that a requester can see, on the columns of the table. */
function visibleRows({ kind }: SystemTable, requester: Requester): string[] {
  const ofKind = kind ? [`kind = ${quoted(kind)}`] : []
  if (requester.kind === 'admin') return ofKind
  if (requester.kind === 'guest') return [...ofKind, 'id = ""']
  const { collection, record } = requester
  return [...ofKind, `collectionId = ${quoted(collection.id)}`, `recordId = ${quoted(record.values.id)}`]
}

/**
 * Returns the column of a field, with its modifiers such as `:lower`.
 * @throws QueryError for a field that the requester cannot see, and for a column that is no field
 */
function columnOf({ columnsOf, hidden, kind }: SystemTable, path: string, requester: Requester): string {
  const [field = '', ...modifiers] = path.split(':')
  const isHidden = requester.kind !== 'admin' && hidden.includes(field)
  if (isHidden || Object.values(columnsOf).includes(field) || (kind !== undefined && field === 'kind'))
    throw new QueryError(`There is no field "${field}".`, { start: 0, end: field.length })
  const column = Object.hasOwn(columnsOf, field) ? columnsOf[field] : field
  return [column, ...modifiers].join(':')
}

function renamedFilter(table: SystemTable, filter: string, requester: Requester): string {
  // Parsed alone, because a filter with unbalanced parentheses could close the parentheses around it.
  parseFilter(filter)
  let renamed = ''
  let end = 0
  for (const { kind, text, span } of tokenize(filter)) {
    renamed += filter.slice(end, span.start) + (kind === 'identifier' ? columnOf(table, text, requester) : text)
    end = span.end
  }
  return renamed + filter.slice(end)
}

/**
 * Returns a request for a list, with the filter and sort on the columns of the table, limited to what the requester can see.
 * @throws FilterError or QueryError
 */
export function withVisibleRows(table: SystemTable, request: ApiRequest, requester: Requester): ApiRequest {
  const filter = parameter(request, 'filter')
  const sort = parseSort(parameter(request, 'sort') ?? '').map(item =>
    item.kind === 'random' ? '@random' : `${item.descending ? '-' : ''}${columnOf(table, item.name, requester)}`,
  )
  // A comment at the end of the filter ends with the line.
  const all = [...visibleRows(table, requester), ...(filter ? [`(${renamedFilter(table, filter, requester)}\n)`] : [])]
  const others = request.query.filter(([key]) => key !== 'filter' && key !== 'sort')
  return { ...request, query: [...others, ['filter', all.join(' && ')], ['sort', sort.join(',')]] }
}
