import { parseArgs } from 'node:util'
import type { HttpsOptions } from '../../packages/server/config/config.ts'
import { parseHostDialects } from '../../packages/server/http/requests/hostDialects.ts'
import { parseLimits } from '../../packages/server/runtime/clients/parseLimits.ts'
import { createServer } from '../../packages/server/site/createServer.ts'
import type { ServerOptions } from '../../packages/server/site/ServerOptions.ts'
import { databaseOf } from './postgres/testDatabases.ts'

export interface ServerSetup {
  dataDir: string
  /** The address of a PostgreSQL database. Default: the one that belongs to the data directory, if any. */
  database?: string | undefined
  /** The name of this server among several on its database, which have one folder of files in common. */
  node?: string
  /** Arguments as the command line takes them. */
  args?: string[]
  /** Environment variables that the arguments name. */
  env?: Record<string, string>
  /** `inline` (the default) runs requests in this thread, which starts faster. */
  threads?: 'inline' | 'pool'
  /** Default: a free port. */
  port?: number
  /** Serves HTTPS instead of HTTP. */
  https?: HttpsOptions
  /** Timeout of S3 requests in milliseconds. */
  storageTimeoutMs?: number
  /** Delays after failed attempts to deliver a web hook in milliseconds. */
  webHookRetryDelaysMs?: readonly number[]
  /** The folder of hooks, how they are run, and what else they need. */
  hooks?: Pick<
    ServerOptions,
    'hooksDir' | 'pbHooks' | 'code' | 'publicDir' | 'metricsToken' | 'migrationFolders' | 'writtenMigrations'
  >
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
    dialects: { type: 'string' },
    encryptionEnv: { type: 'string' },
    compatibleFilters: { type: 'boolean' },
    limits: { type: 'string' },
    privateWebHooks: { type: 'boolean' },
  } as const
  const { values } = parseArgs({ args, options })
  return {
    encryptionKey: values.encryptionEnv === undefined ? '' : (env[values.encryptionEnv] ?? ''),
    ...(values.compatibleFilters && { compatibleFilters: true }),
    ...(values.privateWebHooks && { privateWebHooks: true }),
    ...(values.limits !== undefined && { limits: parseLimits(values.limits.split(',')) }),
    ...(values.dialects !== undefined && { dialects: parseHostDialects(values.dialects.split(',')) }),
    ...(values.origins !== undefined && { origins: values.origins.split(',') }),
  }
}

/** Starts Coffer in this process on a data directory, reachable from this machine only. */
export async function startServer({
  dataDir,
  database = databaseOf(dataDir),
  node,
  args = [],
  env = {},
  threads = 'inline',
  port = 0,
  https,
  storageTimeoutMs,
  webHookRetryDelaysMs,
  hooks,
}: ServerSetup): Promise<RunningServer> {
  const server = await createServer({
    dataDir,
    ...(database !== undefined && { database }),
    ...(node !== undefined && { node, sharesFiles: true }),
    threads,
    queryTimeout: 30,
    ...readArgs(args, env),
    ...(https && { https }),
    ...(storageTimeoutMs !== undefined && { storageTimeoutMs }),
    ...hooks,
    ...(webHookRetryDelaysMs && { webHookRetryDelaysMs }),
  })
  try {
    const address = `127.0.0.1:${port}`
    const listening = server.https ? await server.https.listen(address) : await server.listen(address)
    return { port: listening.port, setupCode: server.setupCode, stop: server.close }
  } catch (error) {
    await server.close()
    throw error
  }
}
