import { parseArgs } from 'node:util'
import { createServer } from '../../packages/server/createServer.ts'
import { databaseOf } from './postgres/testDatabases.ts'

export interface ServerSetup {
  dataDir: string
  /** The address of a PostgreSQL database. Default: the one that belongs to the data directory, if any. */
  database?: string | undefined
  /** Arguments as the command line takes them. */
  args?: string[]
  /** Environment variables that the arguments name. */
  env?: Record<string, string>
  /** `inline` (the default) runs requests in this thread, which starts faster. */
  threads?: 'inline' | 'pool'
  /** Default: a free port. */
  port?: number
  /** Timeout of S3 requests in milliseconds. */
  storageTimeoutMs?: number
}

export interface RunningServer {
  port: number
  /** Lets a browser create the first admin from any address. */
  setupCode?: string | undefined
  stop: () => Promise<void>
}

function readArgs(args: string[], env: Record<string, string>) {
  const options = {
    origins: { type: 'string' },
    encryptionEnv: { type: 'string' },
    compatibleFilters: { type: 'boolean' },
  } as const
  const { values } = parseArgs({ args, options })
  return {
    encryptionKey: values.encryptionEnv === undefined ? '' : (env[values.encryptionEnv] ?? ''),
    ...(values.compatibleFilters && { compatibleFilters: true }),
    ...(values.origins !== undefined && { origins: values.origins.split(',') }),
  }
}

/** Starts Coffer in this process on a data directory, reachable from this machine only. */
export async function startServer({
  dataDir,
  database = databaseOf(dataDir),
  args = [],
  env = {},
  threads = 'inline',
  port = 0,
  storageTimeoutMs,
}: ServerSetup): Promise<RunningServer> {
  const server = await createServer({
    dataDir,
    ...(database !== undefined && { database }),
    threads,
    queryTimeout: 30,
    ...readArgs(args, env),
    ...(storageTimeoutMs !== undefined && { storageTimeoutMs }),
  })
  try {
    const listening = await server.listen(`127.0.0.1:${port}`)
    return { port: listening.port, setupCode: server.setupCode, stop: server.close }
  } catch (error) {
    await server.close()
    throw error
  }
}
