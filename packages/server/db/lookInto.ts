import { Connection } from './Connection.ts'
import type { QueryLook } from './engine.ts'

/** Lets work look at queries from outside, over a connection of its own to a file. */
export const lookInto = async <T>(path: string, work: (look: QueryLook) => Promise<T>): Promise<T> => {
  const connection = new Connection(path, { readOnly: true })
  try {
    return await work(connection)
  } finally {
    connection.close()
  }
}
