import type { Client, PoolConfig } from 'pg'
import { createClient } from './connectionOptions.ts'

/** Runs work on a connection of its own. */
export async function withClient<T>(options: PoolConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient(options)
  // The error of a lost connection is also the error of the next statement.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
