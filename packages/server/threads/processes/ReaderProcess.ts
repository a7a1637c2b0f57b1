import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Versions } from '../../cache/versions.ts'
import type { Config } from '../../config/config.ts'
import { memoryOfProcess } from '../../runtime/processStatistics.ts'
import { startSecret } from '../../settings/startSecret.ts'
import type { TaskResults } from '../tasks/Task.ts'
import type { FromProcess, ProcessStart, ProcessTask, ToProcess } from './messages.ts'

const program = fileURLToPath(new URL('./child.ts', import.meta.url))

/** Thrown when a process ends before it responds. */
class ProcessLost extends Error {}

/** A reader in a child process, which can be killed while SQLite runs a statement. It runs one task at a time. */
export class ReaderProcess {
  readonly #child: ChildProcess
  readonly #versions: Versions
  readonly #waiting: { resolve: (result: never) => void; reject: (error: Error) => void }[] = []
  /** Resolves when the process can run tasks; rejects if it ends before that. */
  readonly ready: Promise<void>
  readonly ended: Promise<void>

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

  /** Resident memory of the process in bytes; 0 if it is not available. */
  get memory(): number {
    return memoryOfProcess(this.#child.pid)
  }

  /** Runs a task. Rejects if the process ends before it responds. */
  perform<Kind extends ProcessTask['kind']>(task: Extract<ProcessTask, { kind: Kind }>): Promise<TaskResults[Kind]> {
    const result = this.#next<TaskResults[Kind]>()
    this.#send({ task, counters: this.#versions.counters() } satisfies ToProcess)
    return result
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
    const task = this.#waiting.shift()
    if ('error' in message) task?.reject(new Error(message.error))
    else task?.resolve(('result' in message ? message.result : undefined) as never)
  }
}
