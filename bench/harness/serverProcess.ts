import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { repositoryDir } from '../../test/harness/paths.ts'

/** A server in its own process, as in production. */
export interface ServerProcess {
  url: string
  pid: number
  /** Milliseconds from the command to the first response. */
  firstResponseMs: number
  /** Resident memory of the process with all its threads, in MB. */
  memory: () => number
  /** Peak resident memory since the start, or since `forgetPeak`, in MB. */
  peakMemory: () => number
  forgetPeak: () => void
  /** CPU time of the process on all cores since the start, in microseconds. */
  workTime: () => number
  stop: () => Promise<void>
}

/** The server to start, and how; this repository's by default. */
export interface ServerOptions {
  /** The command; `{dir}` and `{port}` in it are replaced with the data directory and the port. */
  command?: string
  env?: NodeJS.ProcessEnv
}

/** The command of this repository's server. */
export const ownCommand = `${join(repositoryDir, 'bin/coffer')} serve --dir {dir} --http 127.0.0.1:{port}`

/** Linux counts the CPU time of processes in hundredths of a second. */
const microsecondsOfTick = 10_000

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('No free port.')
  return address.port
}

async function hasResponse(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).ok
  } catch {
    return false
  }
}

async function untilItAnswers(url: string, process: ChildProcess): Promise<void> {
  while (!(await hasResponse(url))) {
    if (process.exitCode !== null) throw new Error(`The server ended with status ${process.exitCode} before its first response.`)
    await wait(10)
  }
}

function memoryLine(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

function workTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name is in brackets and can contain spaces; user and system time are the 12th and 13th values after it.
  const numbers = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(numbers[11]) + Number(numbers[12])) * microsecondsOfTick
}

function spawnServer(dataDir: string, port: number, { command = ownCommand, env }: ServerOptions): ChildProcess {
  const words = command.split(/\s+/).filter(word => word !== '')
  const [program = '', ...args] = words.map(word => word.replaceAll('{dir}', dataDir).replaceAll('{port}', String(port)))
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  child.once('exit', () => process.off('exit', killAtExit))
  return child
}

/** Starts a server on a data directory and waits for its first response. */
export async function startServerProcess(dataDir: string, options: ServerOptions = {}): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawnServer(dataDir, port, options)
  await untilItAnswers(url, child)
  const pid = child.pid ?? 0
  return {
    url,
    pid,
    firstResponseMs: performance.now() - started,
    memory: () => memoryLine(pid, 'VmRSS'),
    peakMemory: () => memoryLine(pid, 'VmHWM'),
    // Writing 5 resets only the peak.
    forgetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
    workTime: () => workTime(pid),
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
