import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config/config.ts'
import type { Versions } from '../../runtime/cache/versions.ts'
import { memoryOfProcess } from '../../runtime/processStatistics.ts'
import { createRemote } from '../../runtime/Remote.ts'
import { startSecret } from '../../settings/startSecret.ts'
import type { ReaderServices } from '../services.ts'
import type { FromProcess, ProcessStart, ToProcess } from './messages.ts'

const program = fileURLToPath(new URL('./child.ts', import.meta.url))

/** Thrown when a process ends before it responds. */
class ProcessLost extends Error {}

/** A reader in a child process, which can be killed while SQLite runs a statement. It runs one call at a time. */
export class ReaderProcess {
  readonly #child: ChildProcess
  readonly #versions: Versions
  readonly #waiting: { resolve: (result: never) => void; reject: (error: Error) => void }[] = []
  /** Resolves when the process can run calls; rejects if it ends before that. */
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  /** The services of the reader. A call rejects if the process ends before it responds. */
  readonly remote = createRemote<ReaderServices>(call => {
    const result = this.#next<unknown>()
    this.#send({ call, counters: this.#versions.counters() } satisfies ToProcess)
    return result
  })

  constructor(config: Config, versions: Versions) {
    this.#versions = versions
    this.#child = fork(program, { serialization: 'advanced' })
    this.#send({ config, secret: startSecret() } satisfies ProcessStart)
    this.ready = this.#next<undefined>()
    this.ready.catch(() => undefined)
    this.#child.on('message', (message: FromProcess) => this.#settle(message))
    this.ended = new Promise(resolve => {
      const end = (error: Error) => {
        resolve()
        for (const { reject } of this.#waiting.splice(0)) reject(error)
      }
      this.#child.on('error', end)
      this.#child.on('exit', () => end(new ProcessLost('The process ended before it responded.')))
    })
  }

  /** Memory of the process in bytes; 0 if it is not available. */
  get memory(): number {
    return memoryOfProcess(this.#child.pid)
  }

  /** Kills the process, even while it runs a statement. */
  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #send(message: object): void {
    // Sending to an ended process fails, which the `exit` event reports.
    this.#child.send(message, () => undefined)
  }

  #next<T>(): Promise<T> {
    return new Promise<T>((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  #settle(message: FromProcess): void {
    const call = this.#waiting.shift()
    if ('error' in message) call?.reject(new Error(message.error))
    else call?.resolve(('result' in message ? message.result : undefined) as never)
  }
}
