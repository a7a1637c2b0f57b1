import { viewColumnNames } from '@coffer/schema'
import type { FieldErrors } from '../../../queries/connection/failure.ts'

const systemColumns = ['id', 'created', 'updated']

/**
 * What the server has against a query, in sentences: against the whole of it, and against the names of its columns.
 * @param otherwise what to say where it tells of neither
 */
export function queryFaults(errors: FieldErrors, query: string, otherwise?: string): string[] {
  const columns = viewColumnNames(query).filter(name => !systemColumns.includes(name))
  const faults = Object.entries(errors).flatMap(([path, message]) => {
    if (path === 'options.query' || path === 'schema') return [message]
    const place = /^schema\.(\d+)\./.exec(path)?.[1]
    if (place === undefined) return []
    const column = columns[Number(place)]
    return [column === undefined ? message : `${column}: ${message}`]
  })
  return faults.length > 0 || otherwise === undefined ? faults : [otherwise]
}
