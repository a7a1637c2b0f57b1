import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import pg from 'pg'
import { filesIn } from '../../../packages/server/dataDirectory/move/DatabaseFiles.ts'
import type { ImportMessage } from './importThread.ts'

/** The environment variable with the address of the PostgreSQL server of a run. */
export const addressVariable = 'COFFER_TEST_POSTGRES'

/** Whether all tests of the run use PostgreSQL. */
export function isPostgresRun(): boolean {
  return process.env.COFFER_TEST_DATABASE === 'postgres'
}

function serverAddress(): string {
  const address = process.env[addressVariable]
  if (address === undefined) throw new Error('The run has no PostgreSQL server. Set COFFER_TEST_DATABASE=postgres.')
  return address
}

function addressOf(database: string): string {
  const url = new URL(serverAddress())
  url.pathname = `/${database}`
  return url.href
}

async function withClient<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(serverAddress())
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** The databases of data directories, by their path. */
const databases = new Map<string, string>()

/** Returns the address of the database that belongs to a data directory; undefined for SQLite. */
export function databaseOf(dataDir: string): string | undefined {
  return databases.get(dataDir)
}

let count = 0

/** Creates a database for a data directory, empty or as a copy of another one. Returns a function that drops it. */
export async function createDatabaseFor(dataDir: string, template = 'template1'): Promise<() => Promise<void>> {
  count += 1
  const name = `test_${process.pid}_${count}`
  await withClient(client => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  databases.set(dataDir, addressOf(name))
  return async () => {
    databases.delete(dataDir)
    await withClient(client => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  }
}

function startImportThread(): Worker {
  const worker = new Worker(new URL('./importThread.ts', import.meta.url))
  worker.unref()
  return worker
}

let importThread: Worker | undefined

/**
 * Copies the SQLite files of a data directory into a database without tables. All copies share a thread, because a new
 * one would load the code again: that takes 0.35 seconds of CPU time, and the copy of a sample 0.25.
 */
export async function copyToDatabase(dataDir: string, address: string): Promise<void> {
  importThread ??= startImportThread()
  const { port1, port2 } = new MessageChannel()
  const message: ImportMessage = { job: { from: filesIn(dataDir), to: address }, port: port2 }
  importThread.postMessage(message, [port2])
  const [different] = (await once(port1, 'message')) as [string[] | Error]
  port1.close()
  if (different instanceof Error) throw different
  if (different.length > 0) throw new Error(`Tables differ after the copy: ${different.join(', ')}`)
}

/** Returns a database with the content of SQLite files. Workers create each one only once, under the lock of its key. */
export function templateFor(dataDir: string, key: string): Promise<string> {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const name = `template_${hash}`
  return withClient(async client => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 1) return name
    await client.query(`DROP DATABASE IF EXISTS unfinished_${hash}`)
    await client.query(`CREATE DATABASE unfinished_${hash}`)
    await copyToDatabase(dataDir, addressOf(`unfinished_${hash}`))
    await client.query(`ALTER DATABASE unfinished_${hash} RENAME TO ${name}`)
    return name
  })
}
