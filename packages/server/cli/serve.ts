import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Config, HttpsOptions } from '../config/config.ts'
import type { Listening } from '../http/connections/listen.ts'
import { parseHostDialects } from '../http/requests/hostDialects.ts'
import { parseLimits } from '../runtime/clients/parseLimits.ts'
import { releaseMemoryAfterStart } from '../runtime/releaseMemory.ts'
import { print, printError } from '../runtime/terminal.ts'
import type { CofferServer } from '../site/createServer.ts'
import { explainDirectory, explainListening, type ListenOption } from './explain.ts'
import { hooksBeside, pbHooksBeside } from './hooksBeside.ts'
import { addDomain, defaultAcmeDirectory, type HttpsArguments, httpsOptions, parseAcmeDirectory } from './httpsOptions.ts'
import { type MigrationArguments, migrationFoldersOf, withMigrationOptions } from './migrationOptions.ts'
import {
  type CommonOptions,
  configOf,
  createPrivateFiles,
  defaultKeyVariable,
  noDialects,
  noLimits,
  parseCount,
  parseDialectList,
  parseFlag,
  parseLimitList,
  parseList,
  parseLogBytes,
  parseMetricsToken,
} from './options.ts'
import { stopOnSignals } from './stopOnSignals.ts'

export interface ServeOptions extends CommonOptions, HttpsArguments, MigrationArguments {
  http: string
  origins: readonly string[]
  dialects: readonly string[]
  trustedProxies: readonly string[]
  publicDir?: string
  indexFallback: boolean
  limitTries: boolean
  limits: readonly string[]
  maxLogBytes: number
  compatibleFilters: boolean
  newDatabase: boolean
  privateWebHooks: boolean
  hooks: string | undefined
  hooksDir?: string
  hooksPool: number
  hooksWatch: boolean
  automigrate: boolean
  codeProcesses: number
  codeMemory: number
  codeTimeout: number
  codeEnv: readonly string[]
  freshness: number
  metricsToken?: string
  drainSeconds: number
  build: boolean
}

const noVariables: readonly string[] = []
const defaultOrigins: readonly string[] = ['*']
const defaultProxies: readonly string[] = ['loopback']

/** Adds the options of `serve` to its command. */
export function withServeOptions(command: Command): Command {
  return withMigrationOptions(command)
    .argument('[domains...]', 'domains to serve over HTTPS', addDomain)
    .option('--http <address>', 'host and port to listen on; with domains 0.0.0.0:80', '127.0.0.1:8090')
    .option('--https <address>', 'host and port for HTTPS, to which HTTP then redirects; with domains 0.0.0.0:443')
    .option(
      '--acmeDirectory <url>',
      'ACME directory of the authority that issues certificates for the domains',
      parseAcmeDirectory,
      defaultAcmeDirectory,
    )
    .option('--certificate <path>', 'PEM file with the certificate of the server and its intermediate certificates')
    .option('--key <path>', 'PEM file with the private key of the certificate')
    .option(
      '--origins <list>',
      'origins that browsers may call from, with * and ? as wildcards',
      parseList(defaultOrigins),
      defaultOrigins,
    )
    .option(
      '--dialects <list>',
      'version of PocketBase that the API has for a host: HOST=0.22 or HOST=today, as in app.example.com=today',
      parseDialectList,
      noDialects,
    )
    .option(
      '--trustedProxies <list>',
      'proxies whose X-Forwarded-For header is trusted: addresses, networks, loopback',
      parseList(defaultProxies),
      defaultProxies,
    )
    .option(
      '--publicDir <path>',
      'files to serve below /; by default ./pb_public, or else pb_public or public beside the data directory',
    )
    .option('--indexFallback [flag]', 'serve the public index.html for missing pages', parseFlag, true)
    .option('--limitTries [flag]', 'slow down clients after repeated failed sign-ins', parseFlag, true)
    .option(
      '--limits <list>',
      'limits for clients: NAME=EACH/ALL for each client and for all together, as in largeBodyBytes=64MiB/128MiB',
      parseLimitList,
      noLimits,
    )
    .option(
      '--compatibleFilters [flag]',
      'let filters and sorts of clients read related records that list rules hide, as PocketBase 0.22 does',
      parseFlag,
      false,
    )
    .option(
      '--privateWebHooks [flag]',
      'let web hooks send to private addresses, such as this machine and its network',
      parseFlag,
      false,
    )
    .option('--hooks <path>', 'folder of hooks; by default hooks beside the data directory, if it exists', parseFolder)
    .option('--hooksDir <path>', 'folder of hooks of PocketBase 0.22; by default pb_hooks beside the data directory', parseFolder)
    .option('--hooksPool <number>', 'maximum number of threads that run hooks of PocketBase 0.22', parseCount(1, 256), 25)
    .option('--hooksWatch [flag]', 'load hooks of PocketBase 0.22 again when they change', parseFlag, true)
    .option(
      '--automigrate [flag]',
      'write changes of collections as migrations of PocketBase 0.22; --dev alone writes them in TypeScript',
      parseFlag,
      false,
    )
    .option('--codeProcesses <number>', 'number of processes that run hooks', parseCount(1, 64), 2)
    .option(
      '--codeMemory <megabytes>',
      'maximum memory of each of these processes, and of each thread with hooks of 0.22',
      parseCount(32, 65_536),
      256,
    )
    .option('--codeTimeout <seconds>', 'maximum duration of a hook, and until a route responds', parseCount(1, 300), 5)
    .option('--codeEnv <list>', 'names of the environment variables that hooks can read', parseList(noVariables), noVariables)
    .option(
      '--newDatabase [flag]',
      'create an empty database even if the directory has other files of an instance',
      parseFlag,
      false,
    )
    .option('--maxLogBytes <bytes>', 'maximum size of logs.db; the oldest entries are removed first', parseLogBytes, 500_000_000)
    .option(
      '--metricsToken <token>',
      'serve metrics at /api/metrics to clients with this bearer token (better set as COFFER_METRICS_TOKEN_FILE)',
      parseMetricsToken,
    )
    .option('--node <name>', 'run as one of several servers of the same PostgreSQL database, under this name', parseNodeName)
    .option(
      '--freshness <milliseconds>',
      'how late a node may show records that another node has confirmed; rules are never outdated',
      parseCount(0, 60_000),
      0,
    )
    .option(
      '--drainSeconds <seconds>',
      'how long to serve after SIGTERM while /api/health answers 503, so that a load balancer turns to another server',
      parseCount(0, 3_600),
      0,
    )
    .option('--build [flag]', 'build the dashboard first when it is missing or older than its sources', parseFlag, false)
}

/** @throws InvalidArgumentError if there is no such folder: without its hooks, the server would skip rules */
export function parseFolder(value: string): string {
  if (!existsSync(value)) throw new InvalidArgumentError('There is no such folder.')
  return resolve(value)
}

/** @throws InvalidArgumentError if the name is not short and plain, because metrics and the log contain it */
function parseNodeName(value: string): string {
  if (/^[\w.-]{1,63}$/.test(value)) return value
  throw new InvalidArgumentError('It must have 1 to 63 letters, digits, dots, hyphens or underscores.')
}

/**
 * Returns the folder of public files: the given one, or the first that exists of `pb_public` in the working directory, and `pb_public`
 * and `public` beside the data directory. PocketBase has `pb_public` beside its executable, as it has the data directory.
 */
function publicFolder(given: string | undefined, dataDir: string): string {
  if (given !== undefined) return resolve(given)
  const ofPocketBase = resolve('pb_public')
  const beside = ['pb_public', 'public'].map(name => join(dirname(dataDir), name))
  return [ofPocketBase, ...beside].find(folder => existsSync(folder)) ?? ofPocketBase
}

/** Ends the process, so that its supervisor restarts it: each start tries to restore the old data. */
function exitUnrecoverable(error: unknown): never {
  printError`Error: a restore failed, and the old data could not be opened again. The next start puts it back. ${error}`
  process.exit(1)
}

async function openServer(config: Config, https: HttpsOptions | undefined, options: ServeOptions) {
  const hooksDir = options.hooks ?? hooksBeside(config.dataDir)
  const folders = migrationFoldersOf(options, config.dataDir)
  const pbHooksDir = options.hooksDir ?? pbHooksBeside(config.dataDir)
  createPrivateFiles()
  const { createServer } = await import('../site/createServer.ts')
  // The folder of SQLite's temporary files. The system's folder can be small, or missing in a container.
  process.env.SQLITE_TMPDIR ??= config.dataDir
  try {
    return await createServer({
      ...config,
      // Scripts for 0.22 can also be elsewhere.
      ...((options.hooksDir ?? options.migrationsDir) !== undefined && { firstDialect: 'v022' as const }),
      threads: 'pool',
      onUnrecoverable: exitUnrecoverable,
      compatibleFilters: options.compatibleFilters,
      publicDir: publicFolder(options.publicDir, config.dataDir),
      ...(hooksDir !== undefined && { hooksDir }),
      ...(pbHooksDir !== undefined && {
        pbHooks: { folder: pbHooksDir, pool: options.hooksPool, isWatched: options.hooksWatch },
      }),
      code: {
        processes: options.codeProcesses,
        maxProcessBytes: options.codeMemory * 1024 * 1024,
        deadlineMs: options.codeTimeout * 1000,
        variables: options.codeEnv,
      },
      origins: options.origins,
      dialects: parseHostDialects(options.dialects),
      newDatabase: options.newDatabase,
      privateWebHooks: options.privateWebHooks,
      trustedProxies: options.trustedProxies,
      indexFallback: options.indexFallback,
      limitTries: options.limitTries,
      migrationFolders: folders,
      ...((options.automigrate || options.dev) && {
        writtenMigrations: { kind: options.automigrate ? 'script' : 'native', folders },
      }),
      migrationTimeout: options.migrationTimeout,
      limits: parseLimits(options.limits),
      maxLogBytes: options.maxLogBytes,
      ...(https && { https }),
      ...(options.node === undefined ? {} : { node: options.node, freshnessMs: options.freshness }),
      ...(options.metricsToken === undefined ? {} : { metricsToken: options.metricsToken }),
    })
  } catch (error) {
    throw new Error(explainDirectory(error, config.dataDir), { cause: error })
  }
}

function printSetupCode(url: string, setupCode: string): void {
  print`\nThere is no admin yet. Open this link to create the first one:
${url}/_/?installer#/?setupCode=${setupCode}
If the dashboard asks for a setup code, enter ${setupCode}`
}

/** Listens on an address. If that fails, closes the server and throws an error with a sentence for the command line. */
async function listenOn(
  server: CofferServer,
  listen: (address: string) => Promise<Listening>,
  { address, option }: { address: string; option: ListenOption },
): Promise<Listening> {
  try {
    return await listen(address)
  } catch (error) {
    await server.close()
    throw new Error(explainListening(error, address, option), { cause: error })
  }
}

/** Starts to listen. Returns the URL for the start message. */
async function startListening(server: CofferServer, { http, https, domains }: ServeOptions): Promise<string> {
  if (!server.https || https === undefined) {
    return (await listenOn(server, server.listen, { address: http, option: '--http' })).url
  }
  const { url, port } = await listenOn(server, server.https.listen, { address: https, option: '--https' })
  await listenOn(server, server.https.listenToRedirect, { address: http, option: '--http' })
  server.https.start()
  const [domain] = domains
  return domain === undefined ? url : `https://${domain}${port === 443 ? '' : `:${port}`}`
}

/**
 * Serves a data directory until the process receives a stop signal.
 * @throws Error with a sentence for the command line
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { parseAddress } = await import('../http/connections/parseAddress.ts')
  for (const address of [options.http, options.https]) if (address !== undefined) parseAddress(address)
  const https = httpsOptions(options)
  const { trustProxies } = await import('../runtime/clients/clientAddress.ts')
  trustProxies(options.trustedProxies)
  const config = configOf(options)
  if (options.node !== undefined && config.database === undefined)
    throw new Error('Only a PostgreSQL database can have several nodes. Name it with --database, or leave out --node.')
  if (options.build) await (await import('./buildDashboard.ts')).buildDashboard()
  const server = await openServer(config, https, options)
  if (options.encryptionEnv !== defaultKeyVariable && config.encryptionKey === '') {
    printError`Warning: the environment variable ${options.encryptionEnv} is not set, so settings are stored without encryption.`
  }
  stopOnSignals(server, options.drainSeconds)
  if (server.settingsProblem !== undefined) {
    printError`Warning: the stored settings cannot be read: ${server.settingsProblem}.
The server runs on default settings, all tokens issued before are invalid, and settings cannot be saved.`
  }
  const url = await startListening(server, options)
  releaseMemoryAfterStart()
  print`Server started at ${url}
├─ REST API:  ${url}/api/
└─ Dashboard: ${url}/_/`
  if (server.setupCode !== undefined) printSetupCode(url, server.setupCode)
}
