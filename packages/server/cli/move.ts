import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Move, MoveResult } from '../dataDirectory/move/Move.ts'
import { print, printError } from '../runtime/terminal.ts'
import { readFixedSettings } from '../settings/fixedSettings.ts'
import { type CommonOptions, createPrivateFiles, defaultKeyVariable, readEncryptionKey } from './options.ts'

export interface MoveOptions extends Pick<CommonOptions, 'dir' | 'encryptionEnv'> {
  from: string
  to: string
}

const isAddress = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place)

/** Adds the options of `move` to its command. */
export function withMoveOptions(command: Command): Command {
  return command
    .requiredOption('--from <place>', 'a data directory, or a PostgreSQL database as in postgres://user@host/database')
    .requiredOption('--to <place>', 'an empty PostgreSQL database, or a data directory without data.db')
    .option('--dir <path>', 'the data directory of the server that runs on PostgreSQL, where it stores files', './pb_data')
    .option('--encryptionEnv <name>', 'name of the environment variable with the key of the stored settings', defaultKeyVariable)
}

/** @throws Error with a sentence if not exactly one of the places is a database */
function moveOf(options: MoveOptions): Move {
  const { from, to, dir, encryptionEnv } = options
  if (isAddress(from) === isAddress(to))
    throw new Error('One of --from and --to must be a directory, and the other an address as in postgres://user@host/database.')
  const [address, directory] = isAddress(to) ? [to, from] : [from, to]
  return {
    direction: isAddress(to) ? 'toPostgres' : 'toSqlite',
    dataDir: resolve(directory),
    address,
    filesDir: resolve(dir),
    encryptionKey: readEncryptionKey(encryptionEnv),
    fixedSettings: readFixedSettings(),
  }
}

/** Milliseconds between two lines about the same table or folder. */
const progressIntervalMs = 1000

/** Prints a line unless the last one was printed just before. */
function throttled() {
  let last = 0
  return (line: string, isLast: boolean) => {
    const now = performance.now()
    if (!isLast && now - last < progressIntervalMs) return
    last = now
    print`${line}`
  }
}

function printResult({ compared, warnings, files }: MoveResult): void {
  print`\n${'table'.padEnd(40)}${'source'.padStart(12)}${'target'.padStart(12)}  content`
  for (const { table, sourceRows, targetRows, isEqual } of compared) {
    const counts = String(sourceRows).padStart(12) + String(targetRows).padStart(12)
    print`${table.padEnd(40)}${counts}  ${isEqual ? 'equal' : 'DIFFERENT'}`
  }
  if (files) print`\n${files.files} files with ${files.bytes} bytes were copied.`
  else print`\nThe files of records stay where they are.`
  for (const warning of warnings) printError`Warning: ${warning}`
}

/** @throws Error if a part of the copy differs */
function assertEqual({ compared, files }: MoveResult): void {
  const tables = compared.filter(({ isEqual }) => !isEqual).map(({ table }) => table)
  const different = [...tables, ...(files?.different ?? [])]
  if (different.length > 0)
    throw new Error(
      `Source and target differ in ${different.slice(0, 10).join(', ')}. The source has changed since the move began: empty the target and run coffer move again.`,
    )
}

/**
 * Moves all data between a data directory and a PostgreSQL database.
 * @throws Error with a sentence for the command line
 */
export async function move(options: MoveOptions): Promise<void> {
  createPrivateFiles()
  const plan = moveOf(options)
  const printProgress = throttled()
  const { moveData } = await import('../dataDirectory/move/moveData.ts')
  const result = await moveData(plan, {
    rows: ({ table, rows, total }) => printProgress(`${table}: ${rows} of ${total} rows`, rows === total),
    files: files => printProgress(`storage: ${files} files`, false),
  })
  printResult(result)
  assertEqual(result)
  const place = plan.direction === 'toPostgres' ? `--database ADDRESS --dir ${plan.filesDir}` : `--dir ${plan.dataDir}`
  print`\nThe move is complete. Start the server with: coffer serve ${place}`
}
