import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { askApi } from '../../test/harness/askApi.ts'
import { signToken } from '../../test/harness/signToken.ts'

const metricsToken = 'a-token-of-some-length'

/** Options that the server of a `ThreadWatch` needs. */
export const watchArgs = ['--metricsToken', metricsToken]

/** Attempts to find no abandoned reader, and milliseconds between them. */
const maxAttempts = 20
const attemptMs = 100

/** Matches the log entries of requests whose thread has ended. */
const lostFilter = 'data.details ~ "The thread ended before" || data.details ~ "JS heap out of memory"'

function nameOf(pid: number, thread: string): string {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim()
  } catch {
    // The thread has ended in the meantime.
    return ''
  }
}

/** Lists the ids of the threads of a process that have a name, on Linux. */
const threadsOf = (pid: number, name: string): string[] =>
  readdirSync(`/proc/${pid}/task`).filter(thread => nameOf(pid, thread) === name)

interface WatchedProcess {
  pid: number
  dataDir: string
  /** A port at which the process answers over HTTP. */
  port: number
}

/** Notices the threads of a server that end. The server replaces them, so other clients may not notice it. */
export class ThreadWatch {
  readonly #server: WatchedProcess
  readonly #writers: string[]
  readonly #admin: string

  constructor(server: WatchedProcess) {
    this.#server = server
    this.#writers = threadsOf(server.pid, 'writer')
    this.#admin = signToken(server.dataDir, 'auth', 'admin')
  }

  /** Describes the threads that were lost since the start; empty if none was. Log entries are stored within three seconds. */
  async findLost(): Promise<string[]> {
    const { pid } = this.#server
    const lost: string[] = []
    if (threadsOf(pid, 'writer').join() !== this.#writers.join()) lost.push('The writer has ended and was replaced.')
    const abandoned = await this.#countAbandonedReaders()
    if (abandoned > 0) lost.push(`${abandoned} readers were replaced because of a read that has not ended.`)
    const { totalItems } = JSON.parse(await this.#ask(`logs?perPage=1&filter=${encodeURIComponent(lostFilter)}`, this.#admin))
    if (totalItems > 0) lost.push(`${totalItems} requests have lost their thread.`)
    return lost
  }

  /** Counts the readers that run, but are not used any more. An idle reader that is just ending is no such reader. */
  async #countAbandonedReaders(): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      const metrics = await this.#ask('metrics', `Bearer ${metricsToken}`)
      const used = metrics.match(/^coffer_thread_tasks\{thread="reader\d+"\}/gm)?.length ?? 0
      const abandoned = threadsOf(this.#server.pid, 'reader').length - used
      if (abandoned <= 0 || attempt === maxAttempts) return Math.max(0, abandoned)
      await wait(attemptMs)
    }
  }

  async #ask(path: string, token: string): Promise<string> {
    const { status, text } = await askApi(this.#server.port, 'GET', `/api/${path}`, { token })
    if (status !== 200) throw new Error(`GET /api/${path}: ${status} ${text.slice(0, 300)}`)
    return text
  }
}
