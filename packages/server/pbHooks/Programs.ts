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

/** Maximum number of programs whose end is remembered. */
const maxPrograms = 1_000

/** Runs programs that scripts do not wait for at once. Scripts cannot do that themselves: their threads are blocked. */
export class Programs {
  readonly #ends = new Map<number, Promise<string>>()
  #lastId = 0

  /** Starts a program. Its output is dropped, and it goes on when the server stops. */
  async start({ name, args, dir, env }: Program): Promise<StartedProgram> {
    const child = spawn(name, args, { cwd: dir || undefined, env, stdio: 'ignore' })
    child.unref()
    try {
      await once(child, 'spawn')
    } catch (error) {
      return { code: (error as NodeJS.ErrnoException).code ?? '' }
    }
    const end = once(child, 'exit').then(([status, signal]) => (status === null ? `signal: ${signal}` : `exit status ${status}`))
    const id = ++this.#lastId
    this.#ends.set(id, end.catch(String))
    const [oldest] = this.#ends.keys()
    if (this.#ends.size > maxPrograms && oldest !== undefined) this.#ends.delete(oldest)
    return { id }
  }

  /** Waits until a program has ended. Returns what Go says about its status. */
  async wait(id: number): Promise<string> {
    const end = this.#ends.get(id)
    this.#ends.delete(id)
    if (!end) throw new Error('exec: Wait was already called')
    return end
  }
}
