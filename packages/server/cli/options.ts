import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Config } from '../config.ts'

/** Options that every command takes, before or after its name. */
export interface CommonOptions {
  dir?: string
  encryptionEnv?: string
  queryTimeout?: number
  dev?: boolean
}

const trueWords = ['1', 't', 'true']
const falseWords = ['0', 'f', 'false']

/** Reads the value of `--flag`, `--flag=true` or `--flag=false`. */
export const parseFlag = (value: string): boolean => {
  const word = value.toLowerCase()
  if (trueWords.includes(word)) return true
  if (falseWords.includes(word)) return false
  throw new InvalidArgumentError('It takes true or false.')
}

const flags = ['--dev', '--indexFallback']

/** Gives each bare flag its value: the word after it is another matter, as in `--dev serve`. */
export const spellOutFlags = (argv: readonly string[]): string[] =>
  argv.map(word => (flags.includes(word) ? `${word}=true` : word))

const parseSeconds = (value: string): number => {
  const seconds = Number(value)
  if (!/^\d+$/.test(value) || seconds < 1 || seconds > 86_400)
    throw new InvalidArgumentError('It takes whole seconds, at least 1.')
  return seconds
}

/** Adds the common options to a command. */
export const withCommonOptions = (command: Command): Command =>
  command
    .option('--dir <path>', 'the data directory (default: ./pb_data)')
    .option('--encryptionEnv <name>', 'name of the environment variable with the key (32 characters) of the stored settings')
    .option('--queryTimeout <seconds>', 'how long one read may take (default: 30)', parseSeconds)
    .option('--dev [flag]', 'print each log entry', parseFlag)

/** Turns the common options of the command line into what the server works with. */
export const configOf = ({ dir, encryptionEnv, queryTimeout }: CommonOptions): Config => ({
  dataDir: resolve(dir ?? 'pb_data'),
  encryptionKey: (encryptionEnv && process.env[encryptionEnv]) || '',
  queryTimeout: queryTimeout ?? 30,
})
