import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { sqliteDialect } from '../../db/sqlite/sqliteDialect.ts'
import { flush } from '../../files/storage/local/flush.ts'
import { moveFiles } from '../move/moveFiles.ts'
import { copyLogs, copyNewerLog } from './copyLogs.ts'
import { copyRows } from './copyRows.ts'
import { createTarget } from './createTarget.ts'
import { findMissingFiles } from './findMissingFiles.ts'
import { copyNewerSource } from './NewerSource.ts'
import { type ImportPlan, planImport } from './planImport.ts'
import { type ImportResult, writeReport } from './writeReport.ts'

export interface ImportOptions {
  /** The data directory of PocketBase 0.23 or later. Nothing in it is changed. */
  from: string
  /** The directory to create. */
  to: string
  /** The key of the settings, in both directories; '' if they are not encrypted. */
  encryptionKey: string
  /** The subjects of notes whose loss is accepted. */
  accepted: ReadonlySet<string>
  /** Whether the log is imported too. */
  logs: boolean
  /** Whether the import is only tried, without records and files. */
  isDryRun: boolean
  reportFiles: (files: number) => void
}

/** What lies in or beside a newer data directory, and what becomes of it. */
const leftovers: readonly [path: string, fate: string][] = [
  ['backups', 'A backup of PocketBase 0.23 or later cannot be restored here. Keep the folder as it is.'],
  ['types.d.ts', 'Written by PocketBase at each start.'],
  ['../pb_hooks', 'The hooks are written for PocketBase 0.23 or later, and do not run here.'],
  [
    '../pb_migrations',
    'The migrations are written for PocketBase 0.23 or later, and do not run here. Those that PocketBase has applied count as applied.',
  ],
]

const findLeftBehind = (from: string): string[] =>
  leftovers.flatMap(([path, fate]) => (existsSync(join(from, path)) ? [`${resolve(from, path)}: ${fate}`] : []))

function requireFree(to: string): void {
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new Error(`${to} is not empty. Choose a directory that does not exist with --to.`)
}

/** The paths of copies of the databases of a newer directory. */
interface Copies {
  data: string
  /** undefined if the log is not imported, or there is none. */
  log: string | undefined
}

async function fill({ from, reportFiles }: ImportOptions, { data, log }: Copies, plan: ImportPlan, target: string) {
  const rows = copyRows(join(target, 'data.db'), data, plan.collections)
  const logEntries = log === undefined ? 0 : await copyLogs(log, target)
  const files = await moveFiles(join(from, 'storage'), join(target, 'storage'), reportFiles)
  if (files.different.length > 0)
    throw new Error(`These files changed during the import: ${files.different.slice(0, 10).join(', ')}. Run it again.`)
  const missingFiles = plan.settings.s3.enabled ? [] : findMissingFiles(target, plan.collections)
  return { rows, logEntries, files, missingFiles }
}

async function run(options: ImportOptions, work: string): Promise<ImportResult> {
  const { from, to, encryptionKey, accepted, isDryRun } = options
  const source = await copyNewerSource(from, join(work, 'source.db'), encryptionKey)
  const log = options.logs ? await copyNewerLog(from, join(work, 'log.db')) : undefined
  const plan = planImport(source, sqliteDialect, accepted)
  const target = join(work, 'data')
  await createTarget(target, plan, encryptionKey)
  const notes = plan.notes.all
  const leftBehind = findLeftBehind(from)
  if (isDryRun || notes.some(({ kind }) => kind === 'cannot')) return { notes, leftBehind }
  const result = { notes, leftBehind, imported: await fill(options, { data: source.path, log }, plan, target) }
  await writeFile(join(target, 'import-report.md'), writeReport(from, result))
  await flush(target)
  if (existsSync(to)) await rm(to, { recursive: true })
  await rename(target, to)
  await flush(dirname(to))
  return result
}

/**
 * Imports a data directory of PocketBase 0.23 or later into a new directory, which appears once it is complete. Whatever would be lost
 * or less strict ends the import before any record is copied, unless it was accepted.
 * @throws Error with a sentence for the command line
 */
export async function importPocketbase(options: ImportOptions): Promise<ImportResult> {
  const { from, to } = options
  if (resolve(from) === resolve(to))
    throw new Error('The directory that is imported is not changed. Choose another one with --to.')
  requireFree(to)
  const work = `${resolve(to)}.partial`
  if (existsSync(work)) throw new Error(`${work} exists: another import runs, or one was interrupted. If none runs, remove it.`)
  await mkdir(work, { recursive: true })
  try {
    return await run(options, work)
  } finally {
    await rm(work, { recursive: true })
  }
}
