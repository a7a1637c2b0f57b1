import type { Catalog } from '../../catalog/Catalog.ts'
import { loadCatalog } from '../../catalog/loadCatalog.ts'
import type { Config } from '../../config/config.ts'
import type { Reader } from '../../db/engine.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { loadSettings, readStoredSettings } from '../../settings/storedSettings.ts'
import { openInstallation } from '../openInstallation.ts'
import type { Check, CheckContext, Finding, Requirement } from './Check.ts'
import { checks } from './checks.ts'
import { findDamage, type OnTableOfFile } from './findDamage.ts'

/** A finding as it is reported. */
export type ReportedFinding = Omit<Finding, 'fix'> & {
  check: string
  /** What was done about it. */
  fixed?: string
}

/** The result of an examination, as plain data. */
export interface Report {
  findings: ReportedFinding[]
  /** The checks that found nothing. */
  passed: { check: string; title: string }[]
  /** The checks that were left out on request. */
  skipped: string[]
  /** The checks that could not run. */
  failed: { check: string; message: string }[]
}

interface ExamineOptions {
  /** Whether a running server examines itself. */
  isServer?: boolean
  /** Whether to repair what can be repaired safely. */
  fixes?: boolean
  /** Names of checks to leave out. */
  without?: readonly string[]
  /** Checks of other parts of the installation. */
  further?: readonly Check[]
  /** Called before each table of a database file is read. */
  onTable?: OnTableOfFile
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}

function createContext(config: Config, reader: Reader, { isServer = false, onTable }: ExamineOptions): CheckContext {
  // Loaded on demand, because most servers run on SQLite.
  const server = once(async () => (await import('../../db/postgres/inspectServer.ts')).inspectServer(reader))
  return {
    config,
    isServer,
    reader,
    catalog: once<Catalog>(() => loadCatalog(reader, 0)),
    storedSettings: once(() => readStoredSettings(reader, config.encryptionKey)),
    settings: once(() => loadSettings(reader, config.encryptionKey, config.fixedSettings)),
    server,
    hasNodes: once(async () => {
      if (config.database === undefined || config.sharesFiles) return false
      return config.node !== undefined || (await import('../../db/postgres/nodes/listNodes.ts')).hasNodes(reader)
    }),
    damage: once(async () => findDamage(config, server, onTable)),
  }
}

const meets: Record<Requirement, (config: Config) => boolean> = {
  databaseFiles: ({ database }) => database === undefined,
  postgres: ({ database }) => database !== undefined,
}

const reported = async (check: string, { fix, ...finding }: Finding, fixes: boolean): Promise<ReportedFinding> => ({
  check,
  ...finding,
  ...(fix && fixes && (await fix())),
})

async function runCheck(context: CheckContext, { name, title, find }: Check, report: Report, fixes: boolean): Promise<void> {
  try {
    const findings = await find(context)
    if (findings.length === 0) report.passed.push({ check: name, title })
    for (const finding of findings) report.findings.push(await reported(name, finding, fixes))
  } catch (error) {
    report.failed.push({ check: name, message: messageOf(error) })
  }
}

/**
 * Runs all checks on a data directory, also while a server runs on it. Each check reads in transactions of its own.
 * @throws Error if the database cannot be opened, with a sentence for the command line
 */
export async function examine(config: Config, options: ExamineOptions = {}): Promise<Report> {
  const { fixes = false, without = [], further = [] } = options
  const reader = await openInstallation(config).openToExamine()
  try {
    const context = createContext(config, reader, options)
    const report: Report = { findings: [], passed: [], skipped: [], failed: [] }
    for (const check of [...checks, ...further]) {
      // The checks for the other kind of database are not in the report.
      if (check.needs && !meets[check.needs](config)) continue
      if (without.includes(check.name)) report.skipped.push(check.name)
      else await runCheck(context, check, report, fixes)
    }
    return report
  } finally {
    await reader.close()
  }
}
