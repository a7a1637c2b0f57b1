import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Config } from '../config/config.ts'
import { releaseMemoryAfterStart } from '../runtime/releaseMemory.ts'
import { explainDirectory, explainListening } from './explain.ts'
import { explainUnusedFolders } from './explainUnusedFolders.ts'
import {
  type CommonOptions,
  configOf,
  defaultKeyVariable,
  parseFlag,
  parseList,
  parseLogBytes,
  parseMetricsToken,
} from './options.ts'
import { stopOnSignals } from './stopOnSignals.ts'

export interface ServeOptions extends CommonOptions {
  http: string
  origins: readonly string[]
  trustedProxies: readonly string[]
  publicDir: string
  indexFallback: boolean
  limitTries: boolean
  maxLogBytes: number
  compatibleFilters: boolean
  newDatabase: boolean
  metricsToken?: string
  build: boolean
}

const defaultOrigins: readonly string[] = ['*']
const defaultProxies: readonly string[] = ['loopback']

const rejectHttps = (): never => {
  throw new InvalidArgumentError(
    'Coffer does not do TLS itself yet. Put a proxy that does (Caddy, nginx …) in front, and listen with --http.',
  )
}

/** Adds the options of `serve` to its command. */
export const withServeOptions = (command: Command): Command =>
  command
    .argument('[domains...]', 'not supported yet', rejectHttps)
    .option('--http <address>', 'host and port to listen on', '127.0.0.1:8090')
    .option('--https <address>', 'not supported yet', rejectHttps)
    .option(
      '--origins <list>',
      'origins that browsers may call from, with * and ? as wildcards',
      parseList(defaultOrigins),
      defaultOrigins,
    )
    .option(
      '--trustedProxies <list>',
      'proxies whose X-Forwarded-For header is trusted: addresses, networks, loopback',
      parseList(defaultProxies),
      defaultProxies,
    )
    .option('--publicDir <path>', 'files to serve below /', './pb_public')
    .option('--indexFallback [flag]', 'serve the public index.html for missing pages', parseFlag, true)
    .option('--limitTries [flag]', 'slow down clients after repeated failed sign-ins', parseFlag, true)
    .option(
      '--compatibleFilters [flag]',
      'let filters and sorts of clients read related records that list rules hide, as PocketBase 0.22 does',
      parseFlag,
      false,
    )
    .option(
      '--newDatabase [flag]',
      'create an empty database although the directory has other files of an instance',
      parseFlag,
      false,
    )
    .option('--maxLogBytes <bytes>', 'maximum size of logs.db; the oldest entries are removed first', parseLogBytes, 500_000_000)
    .option(
      '--metricsToken <token>',
      'serve metrics at /api/metrics to clients with this bearer token (better set as COFFER_METRICS_TOKEN_FILE)',
      parseMetricsToken,
    )
    .option('--build [flag]', 'build the dashboard first when it is missing or older than its sources', parseFlag, false)

/** Ends the process, so that its supervisor restarts it: each start tries to restore the old data. */
const exitUnrecoverable = (error: unknown): never => {
  console.error('Error: a restore failed, and the old data could not be opened again. The next start puts it back.', error)
  process.exit(1)
}

const openServer = async (config: Config, options: ServeOptions) => {
  const { createServer } = await import('../createServer.ts')
  // The folder of SQLite's temporary files. The system's folder can be small, or missing in a container.
  process.env.SQLITE_TMPDIR ??= config.dataDir
  try {
    return await createServer({
      ...config,
      threads: 'pool',
      onUnrecoverable: exitUnrecoverable,
      compatibleFilters: options.compatibleFilters,
      publicDir: resolve(options.publicDir),
      origins: options.origins,
      newDatabase: options.newDatabase,
      trustedProxies: options.trustedProxies,
      indexFallback: options.indexFallback,
      limitTries: options.limitTries,
      maxLogBytes: options.maxLogBytes,
      ...(options.metricsToken === undefined ? {} : { metricsToken: options.metricsToken }),
    })
  } catch (error) {
    throw new Error(explainDirectory(error, config.dataDir), { cause: error })
  }
}

const setupText = (url: string, setupCode: string | undefined): string =>
  setupCode === undefined
    ? ''
    : `

There is no admin yet. Open this link to create the first one:
${url}/_/?installer#/?setupCode=${setupCode}
If the dashboard asks for a setup code, enter ${setupCode}`

/**
 * Serves a data directory until the process receives a stop signal.
 * @throws Error with a sentence for the command line
 */
export const serve = async (options: ServeOptions): Promise<void> => {
  const { parseAddress } = await import('../http/connections/parseAddress.ts')
  const address = options.http
  parseAddress(address)
  const { trustProxies } = await import('../http/requests/clientAddress.ts')
  trustProxies(options.trustedProxies)
  const config = configOf(options)
  if (options.build) await (await import('./buildDashboard.ts')).buildDashboard()
  const server = await openServer(config, options)
  if (options.encryptionEnv !== defaultKeyVariable && config.encryptionKey === '') {
    console.warn(
      `Warning: the environment variable ${options.encryptionEnv} is not set, so settings are stored without encryption.`,
    )
  }
  stopOnSignals(server)
  if (server.settingsProblem !== undefined) {
    console.warn(`Warning: the stored settings cannot be read: ${server.settingsProblem}.
The server runs on default settings, all tokens issued before are invalid, and settings cannot be saved.`)
  }
  for (const text of explainUnusedFolders(config.dataDir)) console.warn(`Warning: ${text}`)
  const { url } = await server.listen(address).catch(async error => {
    await server.close()
    throw new Error(explainListening(error, address), { cause: error })
  })
  releaseMemoryAfterStart()
  console.log(`Server started at ${url}
├─ REST API:  ${url}/api/
└─ Dashboard: ${url}/_/${setupText(url, server.setupCode)}`)
}
