import { constants, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { samplesDir } from './paths.ts'
import { createDatabaseFor, databaseOf, isPostgresRun, templateFor } from './postgres/testDatabases.ts'
import { scratchDir } from './scratchDir.ts'

export type SampleName = 'magazine' | 'magazine39' | 'fresh' | 'later' | 'encrypted'

/** SQL to run on the files of a copy before a server opens it, or a function that changes its `data.db`. */
export type Preparation = { db?: 'data' | 'logs'; sql: string } | ((database: DatabaseSync) => Promise<void>)

export interface SampleCopy {
  /** Absolute path of the data directory. */
  dataDir: string
  remove: () => Promise<void>
}

export function sampleDir(sample: SampleName): string {
  return join(samplesDir, sample, 'pb_data')
}

/** Where the records of a copy are: in its SQLite files, or in a PostgreSQL database of its own. */
export type CopyDatabase = 'postgres' | 'sqlite'

/** Returns the database that the tests of the run use unless they choose one. */
export function databaseOfRun(): CopyDatabase {
  return isPostgresRun() ? 'postgres' : 'sqlite'
}

/** Copies a sample to a temporary folder; the caller removes it. */
export function copySample(
  sample: SampleName,
  prepare: readonly Preparation[] = [],
  database = databaseOfRun(),
): Promise<SampleCopy> {
  return copyDataDir(sampleDir(sample), prepare, database)
}

/** Replaces the database files of a copy with a PostgreSQL database. Returns a function that drops it. */
async function moveToPostgres(dataDir: string, source: string, prepare: readonly Preparation[]): Promise<() => Promise<void>> {
  const isShared = prepare.every(step => typeof step !== 'function')
  const key = isShared ? JSON.stringify([source, prepare]) : dataDir
  const drop = await createDatabaseFor(dataDir, await templateFor(dataDir, key))
  for (const file of readdirSync(dataDir)) if (/^(data|logs)\.db/.test(file)) rmSync(join(dataDir, file))
  return drop
}

async function prepareFile(dataDir: string, step: Preparation): Promise<void> {
  const name = typeof step !== 'function' && step.db === 'logs' ? 'logs.db' : 'data.db'
  using file = new DatabaseSync(join(dataDir, name), { enableDoubleQuotedStringLiterals: true, defensive: false })
  if (typeof step === 'function') await step(file)
  else file.exec(step.sql)
}

/** Copies a data directory, and its PostgreSQL database if it has one, to a temporary folder; the caller removes it. */
export async function copyDataDir(
  source: string,
  prepare: readonly Preparation[] = [],
  database = databaseOfRun(),
): Promise<SampleCopy> {
  const folder = mkdtempSync(join(scratchDir, 'coffer-test-'))
  const dataDir = join(folder, 'pb_data')
  // Copying a hundred small files concurrently takes a third of the time.
  let drop: () => Promise<void> = async () => undefined
  const remove = async () => {
    await drop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    cpSync(source, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
    for (const step of prepare) await prepareFile(dataDir, step)
    const address = databaseOf(source)
    if (address !== undefined) drop = await createDatabaseFor(dataDir, new URL(address).pathname.slice(1))
    else if (database === 'postgres') drop = await moveToPostgres(dataDir, source, prepare)
  } catch (error) {
    await remove()
    throw error
  }
  return { dataDir, remove }
}

/** Makes a copy send its emails to an SMTP server on this machine. */
export function sendMailTo(port: number) {
  return {
    sql: `UPDATE _params SET value = json_set(value, '$.smtp.enabled', json('true'), '$.smtp.host', '127.0.0.1', '$.smtp.port', ${port},
    '$.smtp.tls', json('false'), '$.smtp.username', '', '$.smtp.password', '') WHERE key = 'settings'`,
  }
}
