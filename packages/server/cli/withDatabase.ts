import { setTimeout as wait } from 'node:timers/promises'
import type { Installation } from '../dataDirectory/Installation.ts'
import { openInstallation } from '../dataDirectory/openInstallation.ts'
import type { Engine } from '../db/engine.ts'
import { printStatements } from '../db/printStatements.ts'
import { externalChangeIntervalMs } from '../db/sqlite/SqliteWriter.ts'
import { type LogEntry, levels } from '../logs/LogEntry.ts'
import { printError } from '../runtime/terminal.ts'
import { explainDirectory } from './explain.ts'
import { type CommonOptions, configOf, createPrivateFiles } from './options.ts'

/**
 * Opens the database for one task of a command. A running server notices the change afterwards, so that invalidated tokens stop
 * working immediately.
 * @param command the name of the command, for printed statements
 */
export async function withDatabase(
  command: string,
  options: CommonOptions,
  work: (db: Engine, installation: Installation) => Promise<void>,
): Promise<void> {
  createPrivateFiles()
  const config = configOf(options)
  const { dataDir } = config
  if (options.dev) printStatements(command)
  const installation = openInstallation(config)
  const db = await installation.openForCommand().catch(error => {
    throw new Error(explainDirectory(error, dataDir), { cause: error })
  })
  try {
    await work(db, installation)
  } finally {
    await db.close()
    if (installation.mayBeServed()) await wait(2 * externalChangeIntervalMs)
  }
}

/** Prints a log entry if it is a warning or an error, because commands do not write to the log of the server. */
export function printWarning({ level, message }: LogEntry): void {
  if (level >= levels.warning) printError`Warning: ${message}`
}
