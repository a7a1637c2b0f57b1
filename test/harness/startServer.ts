import { parseArgs } from 'node:util'
import { createServer } from '../../packages/server/createServer.ts'

export interface ServerSetup {
  dataDir: string
  /** Arguments as the command line takes them. */
  args?: string[]
  /** What the arguments refer to. */
  env?: Record<string, string>
  /** In line by default, which spares each test the start of threads. */
  threads?: 'inline' | 'pool'
  /** A free one by default. */
  port?: number
  /** Milliseconds that an S3 server has to answer. */
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
  args = [],
  env = {},
  threads = 'inline',
  port = 0,
  storageTimeoutMs,
}: ServerSetup): Promise<RunningServer> {
  const server = await createServer({
    ...{ dataDir, threads, queryTimeout: 30, ...readArgs(args, env) },
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
