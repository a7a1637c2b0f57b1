import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program that a script starts. */
export interface Program {
  name: string
  args: string[]
  /** The folder that it runs in; '' for the one of the server. */
  dir: string
  env: NodeJS.ProcessEnv
}

/** The number of a program that was started, or the code of the error of one that could not be started. */
export type StartedProgram = { id: number } | { code: string }

/** Maximum number of programs that run at the same time. */
const maxRunningPrograms = 100

/** Maximum number of programs whose status is stored until a script waits for it. */
const maxStoredStatuses = 1_000

/** Runs programs in the background. Scripts cannot do that themselves, because their threads are blocked. */
export class Programs {
  readonly #maxRunning: number
  /** The status of each program that no script has waited for, in the order in which they were started. */
  readonly #statuses = new Map<number, Promise<string>>()
  #running = 0
  #lastId = 0

  constructor(maxRunning = maxRunningPrograms) {
    this.#maxRunning = maxRunning
  }

  /**
   * Starts a program. Its output is dropped, and it continues when the server stops.
   * @throws Error if too many programs are running
   */
  async start({ name, args, dir, env }: Program): Promise<StartedProgram> {
    if (this.#running >= this.#maxRunning)
      throw new Error(`exec: scripts have started ${this.#maxRunning} programs that are still running. Wait for some of them.`)
    this.#running += 1
    try {
      const child = spawn(name, args, { cwd: dir || undefined, env, stdio: 'ignore' })
      child.unref()
      await once(child, 'spawn')
      const status = once(child, 'exit').then(
        ([code, signal]) => (code === null ? `signal: ${signal}` : `exit status ${code}`),
        String,
      )
      return { id: this.#store(status) }
    } catch (error) {
      this.#running -= 1
      return { code: (error as NodeJS.ErrnoException).code ?? '' }
    }
  }

  /** Waits until a program has ended, and returns its status in Go's words. */
  async wait(id: number): Promise<string> {
    const status = this.#statuses.get(id)
    this.#statuses.delete(id)
    if (!status) throw new Error(`exec: Wait was already called, or ${maxStoredStatuses} programs were started since`)
    return status
  }

  #store(status: Promise<string>): number {
    void status.then(() => {
      this.#running -= 1
    })
    const id = ++this.#lastId
    this.#statuses.set(id, status)
    const [oldest] = this.#statuses.keys()
    if (this.#statuses.size > maxStoredStatuses && oldest !== undefined) this.#statuses.delete(oldest)
    return id
  }
}
