import type { PoolConfig } from 'pg'
import { ServerSession } from '../../db/postgres/ServerSession.ts'

/**
 * Runs work while no server uses a PostgreSQL database.
 * @throws Error with a sentence for the command line if a server or another move uses it
 */
export async function withoutServer<T>(connection: PoolConfig, work: () => Promise<T>): Promise<T> {
  const session = await ServerSession.open(connection)
  try {
    return await work()
  } finally {
    await session.close()
  }
}
