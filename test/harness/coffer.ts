import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { repositoryDir } from './paths.ts'
import { databaseOf } from './postgres/testDatabases.ts'

/** The command that tests start: `bin/coffer` of the repository, or beside the bundle of a long run. */
export const cofferPath = process.env.COFFER_TEST_PROGRAM ?? join(repositoryDir, 'bin/coffer')

export interface CofferOptions {
  /** The program to run; `bin/coffer` by default. */
  program?: string
  cwd?: string
  /** The complete environment; that of this process by default. */
  env?: NodeJS.ProcessEnv
}

export interface Ending {
  /** The exit status; null if a signal ended the process. */
  status: number | null
  stdout: string
  stderr: string
}

export interface RunningCoffer {
  port: number
  pid: number
  /** The output so far. */
  output: () => string
  isRunning: () => boolean
  /** Sends a signal without waiting. */
  signal: (signal: NodeJS.Signals) => void
  /** Sends a signal and waits for the process to end. */
  end: (signal: NodeJS.Signals) => Promise<Ending>
}

function spawnCoffer(args: readonly string[], { program = cofferPath, cwd = '/', env = process.env }: CofferOptions) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text
  })
  const ended = once(child, 'close').then((): Ending => ({ status: child.exitCode, ...printed }))
  return { child, printed, ended }
}

/** Runs the command line to its end. */
export function runCoffer(args: readonly string[], options: CofferOptions = {}): Promise<Ending> {
  return spawnCoffer(args, options).ended
}

function addressIn(text: string): number | undefined {
  const port = /Server started at https?:\/\/[^\n]*:(\d+)\n/.exec(text)?.[1]
  return port === undefined ? undefined : Number(port)
}

async function untilStarted(child: ChildProcess, ended: Promise<unknown>, text: () => string): Promise<number> {
  for (;;) {
    const port = addressIn(text())
    if (port !== undefined) return port
    const ending = child.exitCode ?? child.signalCode
    if (ending !== null) {
      // The last output can arrive after the end of the process.
      await ended
      throw new Error(`The server ended with status ${ending}: ${text()}`)
    }
    await Promise.race([once(child.stdout ?? child, 'data'), ended])
  }
}

/** Returns the options that name a data directory and the database that belongs to it. */
export function directoryOptions(dataDir: string): string[] {
  const database = databaseOf(dataDir)
  return ['--dir', dataDir, ...(database === undefined ? [] : ['--database', database])]
}

/**
 * Starts `bin/coffer serve` as a separate process on a free port of this machine, on the database that belongs to the data directory.
 */
export async function startCoffer(
  dataDir: string,
  args: readonly string[] = [],
  options: CofferOptions = {},
): Promise<RunningCoffer> {
  const all = ['serve', ...directoryOptions(dataDir), '--http', '127.0.0.1:0', ...args]
  const { child, printed, ended } = spawnCoffer(all, options)
  const output = () => printed.stdout + printed.stderr
  const port = await untilStarted(child, ended, output)
  return {
    port,
    pid: child.pid ?? 0,
    output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: signal => {
      child.kill(signal)
    },
    end: signal => {
      child.kill(signal)
      return ended
    },
  }
}
