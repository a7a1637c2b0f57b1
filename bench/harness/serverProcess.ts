import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { repositoryDir } from '../../test/harness/paths.ts'

/** A Coffer in a process of its own, as people run it. */
export interface ServerProcess {
  url: string
  /** Milliseconds from the command to the first answer. */
  firstAnswer: number
  /** Resident memory of the process with all its threads, in MB. */
  memory: () => number
  stop: () => Promise<void>
}

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('No free port.')
  return address.port
}

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/api/health`)).ok
  } catch {
    return false
  }
}

const untilItAnswers = async (url: string, process: ChildProcess): Promise<void> => {
  while (!(await answers(url))) {
    if (process.exitCode !== null) throw new Error(`The server ended with status ${process.exitCode} before it answered.`)
    await wait(10)
  }
}

const residentMemory = (pid: number): number => {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Starts `bin/coffer serve` on a data directory and waits for its first answer. */
export const startServerProcess = async (dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const args = ['serve', '--dir', dataDir, '--http', `127.0.0.1:${port}`]
  const child = spawn(join(repositoryDir, 'bin/coffer'), args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  })
  await untilItAnswers(url, child)
  return {
    url,
    firstAnswer: performance.now() - started,
    memory: () => residentMemory(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
