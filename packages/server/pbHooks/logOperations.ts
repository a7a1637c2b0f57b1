import type { LogReader } from '../logs/LogStore.ts'
import { readOperations } from './readOperations.ts'

/** The table of the log. On PostgreSQL, it is in the database of the records. */
const logTable = '_logs'

/** Creates the operations that read the log. */
export function logOperations({ logs }: { logs: LogReader }) {
  const { query, columns } = readOperations({
    reader: logs,
    catalog: () => {
      throw new Error('The log has no collections.')
    },
    columnsOf: text => logs.inspectQueries(look => look.columnsOf(text)),
  })
  const operations = { query, columns, tables: async () => [logTable] }
  return async (name: string, ...args: unknown[]): Promise<unknown> => {
    if (!Object.hasOwn(operations, name)) throw new Error('The log can only be read.')
    return (operations[name as keyof typeof operations] as (...args: unknown[]) => unknown)(...args)
  }
}
