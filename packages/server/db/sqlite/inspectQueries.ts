import type { QueryInspector } from '../engine.ts'
import { Connection, type ConnectionOptions } from './Connection.ts'

/** Calls `work` with an inspector of untrusted queries, which uses a separate connection. */
export async function inspectQueries<T>(
  path: string,
  work: (look: QueryInspector) => Promise<T>,
  options: ConnectionOptions = { readOnly: true },
): Promise<T> {
  const connection = new Connection(path, options)
  try {
    return await work(connection)
  } finally {
    connection.close()
  }
}
