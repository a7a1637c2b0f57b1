import { Connection, type ConnectionOptions } from './Connection.ts'
import type { QueryLook } from './engine.ts'

/** Lets work look at queries from outside, over a connection of its own to a file. */
export const lookInto = async <T>(
  path: string,
  work: (look: QueryLook) => Promise<T>,
  options: ConnectionOptions = { readOnly: true },
): Promise<T> => {
  const connection = new Connection(path, options)
  try {
    return await work(connection)
  } finally {
    connection.close()
  }
}
