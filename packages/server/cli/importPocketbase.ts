import { resolve } from 'node:path'
import type { Command } from 'commander'
import { print, printError } from '../runtime/terminal.ts'
import { createPrivateFiles, defaultKeyVariable, parseFlag, parseList, readEncryptionKey } from './options.ts'

export interface ImportPocketbaseOptions {
  to: string
  encryptionEnv: string
  accept: readonly string[]
  logs: boolean
  dryRun: boolean
  json: boolean
}

const noneAccepted: readonly string[] = []

/** Adds the argument and the options of `import-pocketbase` to its command. */
export function withImportOptions(command: Command): Command {
  return command
    .argument('<dir>', 'the pb_data folder of PocketBase; nothing in it is changed')
    .option('--to <path>', 'the data directory to create', './pb_data')
    .option(
      '--accept <list>',
      'what may be lost or less strict, by the names that the command prints',
      parseList(noneAccepted),
      noneAccepted,
    )
    .option('--logs [flag]', 'import the log too', parseFlag, false)
    .option('--dry-run [flag]', 'only print what would be different', parseFlag, false)
    .option('--json [flag]', 'print JSON', parseFlag, false)
    .option('--encryptionEnv <name>', 'name of the environment variable with the key of the stored settings', defaultKeyVariable)
}

/**
 * Imports a data directory of PocketBase 0.23 or later.
 * @throws Error with a sentence for the command line
 */
export async function importDirectory(dir: string, options: ImportPocketbaseOptions): Promise<void> {
  createPrivateFiles()
  const { importPocketbase } = await import('../dataDirectory/importPocketbase/importPocketbase.ts')
  const { writeReport } = await import('../dataDirectory/importPocketbase/writeReport.ts')
  const [from, to] = [resolve(dir), resolve(options.to)]
  const result = await importPocketbase({
    from,
    to,
    encryptionKey: readEncryptionKey(options.encryptionEnv),
    accepted: new Set(options.accept),
    logs: options.logs,
    isDryRun: options.dryRun,
    reportFiles: files => {
      if (!options.json && files % 1000 === 0) print`storage: ${files} files`
    },
  })
  if (options.json) print`${JSON.stringify(result)}`
  else for (const line of writeReport(from, result).split('\n')) print`${line}`
  const preventing = [...new Set(result.notes.filter(({ kind }) => kind === 'cannot').map(({ subject }) => subject))]
  if (result.imported) {
    if (!options.json) print`The import is complete. Start the server with: coffer serve --dir ${to}`
  } else if (preventing.length > 0) {
    process.exitCode = 1
    printError`Nothing was imported. Change these parts in PocketBase first, or accept their loss with --accept ${preventing.join(',')}`
  } else if (!options.json) print`Nothing prevents the import. Run it without --dry-run.`
}
