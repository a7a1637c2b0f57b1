import type { PoolConfig } from 'pg'
import { classifyError } from './classifyError.ts'
import { createClient } from './connectionOptions.ts'
import { PostgresConnection } from './PostgresConnection.ts'
import { Translator } from './translate.ts'

/** Runs work on a connection that sees the state of the database at one moment, and cannot change it. */
export async function withSnapshot<T>(options: PoolConfig, work: (snapshot: PostgresConnection) => Promise<T>): Promise<T> {
  const client = createClient(options)
  // The error of a lost connection is also the error of the next statement.
  client.on('error', () => undefined)
  try {
    await client.connect().catch((error: unknown) => {
      throw classifyError(error)
    })
    const connection = new PostgresConnection(client, new Translator())
    await connection.control('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    return await work(connection)
  } finally {
    await client.end().catch(() => undefined)
  }
}
