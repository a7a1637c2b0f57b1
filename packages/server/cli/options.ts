import { resolve } from 'node:path'
import { parseBoolean } from '@coffer/fields'
import { type Command, InvalidArgumentError } from 'commander'
import type { Config } from '../config/config.ts'
import { readVariable } from '../config/environment.ts'
import type { Durability } from '../db/engine.ts'
import { messageOf } from '../errors/inspectError.ts'
import { parseHostDialects } from '../http/requests/hostDialects.ts'
import { parseLimits } from '../runtime/clients/parseLimits.ts'
import { readFixedSettings } from '../settings/fixedSettings.ts'
import { firstDialectBeside } from './hooksBeside.ts'

/** Options that every command accepts, before or after its name. */
export interface CommonOptions {
  dir: string
  database?: string
  encryptionEnv: string
  queryTimeout: number
  durability: Durability
  dev: boolean
}

/** Parses the value of `--flag`, `--flag=true` or `--flag=false`. */
export function parseFlag(value: string): boolean {
  const flag = parseBoolean(value.toLowerCase())
  if (flag === undefined) throw new InvalidArgumentError('It must be true or false.')
  return flag
}

const flags = [
  '--dev',
  '--indexFallback',
  '--limitTries',
  '--compatibleFilters',
  '--newDatabase',
  '--build',
  '--all',
  '--json',
  '--fix',
  '--fail-on-new-exposure',
  '--yes',
  '--hooksWatch',
]

/** Adds the value to each bare flag, because the word after it is not its value, as in `--dev serve`. */
export function normalizeFlags(argv: readonly string[]): string[] {
  return argv.map(word => (flags.includes(word) ? `${word}=true` : word))
}

/** Returns the parser of an option with a whole number in a range. */
export function parseCount(min: number, max: number) {
  return (value: string): number => {
    const count = Number(value)
    if (!/^\d+$/.test(value) || count < min || count > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
    return count
  }
}

/** Parses a duration of at most a day. */
export function parseSeconds(value: string): number {
  const seconds = Number(value)
  if (!/^\d+$/.test(value) || seconds < 1 || seconds > 86_400)
    throw new InvalidArgumentError('It must be in whole seconds, from 1 to 86400.')
  return seconds
}

/**
 * Returns the parser of an option with a list. The option can be repeated; its first value replaces the default.
 * @param defaults the default value
 */
export function parseList(defaults: readonly string[]) {
  return (value: string, earlier: readonly string[]): readonly string[] => [
    ...(earlier === defaults ? [] : earlier),
    ...value
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== ''),
  ]
}

/** A shorter token could be guessed. */
const minTokenLength = 16

/** Parses the value of `--metricsToken`. */
export function parseMetricsToken(value: string): string {
  if (value.length >= minTokenLength) return value
  throw new InvalidArgumentError(`It must have at least ${minTokenLength} characters.`)
}

/** Minimum size of the log in bytes: less would not fit the entries of a busy minute. */
const minLogBytes = 1_000_000

/** Parses the value of `--maxLogBytes`. */
export function parseLogBytes(value: string): number {
  const bytes = Number(value)
  if (!/^\d{1,15}$/.test(value) || bytes < minLogBytes)
    throw new InvalidArgumentError(`It must be a whole number of bytes, at least ${minLogBytes}.`)
  return bytes
}

/** The value of `--limits` that changes no default. */
export const noLimits: readonly string[] = []

/** Parses a list whose items another function validates. The option can be repeated; its first value replaces the default. */
function parseValidList(defaults: readonly string[], validate: (items: readonly string[]) => unknown) {
  return (value: string, earlier: readonly string[]): readonly string[] => {
    const items = parseList(defaults)(value, earlier)
    try {
      validate(items)
    } catch (error) {
      throw new InvalidArgumentError(messageOf(error))
    }
    return items
  }
}

/** Parses the value of `--limits`. */
export const parseLimitList = parseValidList(noLimits, parseLimits)

/** The value of `--dialects` that leaves all hosts as they are. */
export const noDialects: readonly string[] = []

/** Parses the value of `--dialects`. */
export const parseDialectList = parseValidList(noDialects, parseHostDialects)

function parseDurability(value: string): Durability {
  if (value === 'full' || value === 'normal') return value
  throw new InvalidArgumentError('It must be full or normal.')
}

/** The environment variable with the encryption key, unless `--encryptionEnv` names another. */
export const defaultKeyVariable = 'COFFER_ENCRYPTION_KEY'

/** Adds the common options to a command. */
export function withCommonOptions(command: Command): Command {
  return command
    .option('--dir <path>', 'the data directory', './pb_data')
    .option(
      '--database <address>',
      'PostgreSQL database to use instead of SQLite files, as in postgres://user@host/database; the password can be in PGPASSWORD',
    )
    .option(
      '--encryptionEnv <name>',
      'name of the environment variable with the key (32 characters) of the stored settings',
      defaultKeyVariable,
    )
    .option('--queryTimeout <seconds>', 'maximum duration of a read', parseSeconds, 30)
    .option(
      '--durability <kind>',
      'full: confirmed changes survive a power failure; normal: they survive only a crash of the server',
      parseDurability,
      'full',
    )
    .option(
      '--dev [flag]',
      'print each log entry, and each SQL statement with its values masked; serve also writes changes of collections as migrations',
      parseFlag,
      false,
    )
}

const keyLengths = [16, 24, 32]

/**
 * Returns the encryption key from an environment variable; '' if it is not set.
 * @throws Error with a sentence for the command line if the key is invalid
 */
export function readEncryptionKey(variable: string): string {
  const key = readVariable(variable)?.text ?? ''
  if (key !== '' && !keyLengths.includes(Buffer.byteLength(key))) {
    throw new Error(`The key in the environment variable ${variable} must have 32 characters, not ${Buffer.byteLength(key)}.`)
  }
  return key
}

/** Converts the common command-line options, and the settings that the environment fixes, to the server's configuration. */
export function configOf({ dir, database, encryptionEnv, queryTimeout, durability, dev }: CommonOptions): Config {
  const dataDir = resolve(dir)
  return {
    dataDir,
    database,
    firstDialect: firstDialectBeside(dataDir),
    encryptionKey: readEncryptionKey(encryptionEnv),
    queryTimeout,
    durability,
    dev,
    fixedSettings: readFixedSettings(),
  }
}

/**
 * Lets only the user of this process read the files and folders that it creates: databases with their logs, stored files and backups.
 * Existing ones keep their modes. SQLite gives the files beside a database the mode of the database.
 */
export function createPrivateFiles(): void {
  process.umask(0o077)
}
