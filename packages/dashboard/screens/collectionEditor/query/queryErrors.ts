import { reservedNames, viewColumns } from '@coffer/schema'
import type { FieldErrors } from '../../../queries/connection/failure.ts'

const systemColumns = ['id', 'created', 'updated']

/** Returns why a column cannot be a field, in a sentence that names the column. */
function columnError(columns: readonly string[], place: number, message: string): string {
  const column = columns[place]
  if (column === undefined) return message
  if (reservedNames.includes(column)) return `The column name “${column}” is reserved. Rename it with AS.`
  if (columns.indexOf(column) < place) return `The column name “${column}” is used twice. Rename one of them with AS.`
  if (!/^\w+$/.test(column)) return `“${column}” needs a name of letters, digits and underscores. Add one with AS.`
  return `Column “${column}”: ${message}`
}

/**
 * Returns the server's errors about a query as sentences: about the whole query, and about the names of its columns.
 * @param otherwise the message if there are none
 */
export function queryErrors(errors: FieldErrors, query: string, otherwise?: string): string[] {
  const columns = viewColumns(query).filter(name => !systemColumns.includes(name))
  const found = Object.entries(errors).flatMap(([path, message]) => {
    if (path === 'options.query' || path === 'schema') return [message]
    const place = /^schema\.(\d+)\./.exec(path)?.[1]
    return place === undefined ? [] : [columnError(columns, Number(place), message)]
  })
  return found.length > 0 || otherwise === undefined ? found : [otherwise]
}
