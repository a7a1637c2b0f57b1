import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Move, MoveResult } from '../move/Move.ts'
import { readFixedSettings } from '../settings/fixedSettings.ts'
import { type CommonOptions, defaultKeyVariable, readEncryptionKey } from './options.ts'

export interface MoveOptions extends Pick<CommonOptions, 'dir' | 'encryptionEnv'> {
  from: string
  to: string
}

const isAddress = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place)

/** Adds the options of `move` to its command. */
export const withMoveOptions = (command: Command): Command =>
  command
    .requiredOption('--from <place>', 'a data directory, or a PostgreSQL database as in postgres://user@host/database')
    .requiredOption('--to <place>', 'an empty PostgreSQL database, or a data directory without data.db')
    .option('--dir <path>', 'the data directory of the server that runs on PostgreSQL, where it stores files', './pb_data')
    .option('--encryptionEnv <name>', 'name of the environment variable with the key of the stored settings', defaultKeyVariable)

/** @throws Error with a sentence if not exactly one of the places is a database */
const moveOf = (options: MoveOptions): Move => {
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
const throttled = () => {
  let last = 0
  return (line: string, isLast: boolean) => {
    const now = performance.now()
    if (!isLast && now - last < progressIntervalMs) return
    last = now
    console.log(line)
  }
}

const printResult = ({ compared, warnings, files }: MoveResult): void => {
  console.log(`\n${'table'.padEnd(40)}${'source'.padStart(12)}${'target'.padStart(12)}  content`)
  for (const { table, sourceRows, targetRows, isEqual } of compared) {
    const counts = String(sourceRows).padStart(12) + String(targetRows).padStart(12)
    console.log(`${table.padEnd(40)}${counts}  ${isEqual ? 'equal' : 'DIFFERENT'}`)
  }
  console.log(
    files ? `\n${files.files} files with ${files.bytes} bytes were copied.` : '\nThe files of records stay where they are.',
  )
  for (const warning of warnings) console.warn(`Warning: ${warning}`)
}

/** @throws Error if a part of the copy differs */
const assertEqual = ({ compared, files }: MoveResult): void => {
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
export const move = async (options: MoveOptions): Promise<void> => {
  const plan = moveOf(options)
  const print = throttled()
  const { moveData } = await import('../move/moveData.ts')
  const result = await moveData(plan, {
    rows: ({ table, rows, total }) => print(`${table}: ${rows} of ${total} rows`, rows === total),
    files: files => print(`storage: ${files} files`, false),
  })
  printResult(result)
  assertEqual(result)
  const place = plan.direction === 'toPostgres' ? `--database ADDRESS --dir ${plan.filesDir}` : `--dir ${plan.dataDir}`
  console.log(`\nThe move is complete. Start the server with: coffer serve ${place}`)
}
