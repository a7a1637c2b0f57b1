import { type MessagePort, Worker } from 'node:worker_threads'
import { messageOf } from '../errors/inspectError.ts'
import type { Direction, MigrationFile, ScriptAnswer, ScriptCommand } from './scriptMessages.ts'

/** Variables that hold secrets of the server, which scripts do not see. */
const secretVariable = /^(?:COFFER_|PG)/

/** Returns the environment without secrets of the server. Any variable can have the encryption key. */
function environment(encryptionKey: string): NodeJS.ProcessEnv {
  const isSecret = (name: string, value = '') => secretVariable.test(name) || (value !== '' && value === encryptionKey)
  return Object.fromEntries(Object.entries(process.env).filter(([name, value]) => !isSecret(name, value)))
}

/** Memory of scripts in megabytes. */
const maxHeapMegabytes = 512

/** Thrown when a script fails, with the name of its file. */
export class ScriptFailedError extends Error {
  readonly file: string

  constructor(file: string, message: string, place?: string) {
    super(place === undefined ? message : `${message} (${place})`)
    this.file = file
  }
}

export interface ThreadOptions {
  /** Maximum duration of each script. */
  timeoutMs: number
  encryptionKey: string
}

interface ThreadParts extends ThreadOptions {
  /** The module that the thread runs. */
  entry: URL
  /** The server's end of the channel through which scripts use the database. */
  port: MessagePort
  /** The `workerData` of the thread, with the other end of that channel. */
  start: { port: MessagePort }
}

/** Runs migrations in a thread. */
export class ScriptThread {
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #timeoutMs: number
  readonly #ended = Promise.withResolvers<never>()

  constructor({ entry, port, start, timeoutMs, encryptionKey }: ThreadParts) {
    this.#port = port
    this.#timeoutMs = timeoutMs
    this.#worker = new Worker(entry, {
      workerData: start,
      transferList: [start.port],
      env: environment(encryptionKey),
      name: 'migrations',
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    })
    this.#ended.promise.catch(() => undefined)
    this.#worker.on('error', error => this.#ended.reject(error))
    this.#worker.on('exit', () =>
      this.#ended.reject(new Error('It ended its thread, as process.exit() does. Throw an error instead.')),
    )
  }

  /**
   * Loads files and returns the names of the migrations among them.
   * @throws ScriptFailedError
   */
  async load(files: readonly MigrationFile[]): Promise<string[]> {
    const migrations: string[] = []
    for (const file of files) {
      const answer = await this.#send({ kind: 'load', file }, file.name)
      if ('isMigration' in answer && answer.isMigration) migrations.push(file.name)
    }
    return migrations
  }

  /** @throws ScriptFailedError */
  async run(name: string, direction: Direction): Promise<void> {
    await this.#send({ kind: 'run', name, direction }, name)
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
    this.#port.close()
  }

  async #send(command: ScriptCommand, file: string): Promise<ScriptAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ScriptAnswer>()
    const seconds = this.#timeoutMs / 1000
    const expired = `It did not end within ${seconds} seconds. Look for an endless loop, or allow more time with --migrationTimeout.`
    const timer = setTimeout(() => reject(new Error(expired)), this.#timeoutMs)
    this.#worker.once('message', resolve)
    this.#worker.postMessage(command)
    try {
      const answer = await Promise.race([promise, this.#ended.promise]).catch(error => {
        throw new ScriptFailedError(file, messageOf(error))
      })
      if ('failure' in answer) throw new ScriptFailedError(answer.failure.name, answer.failure.message, answer.failure.place)
      return answer
    } finally {
      clearTimeout(timer)
      this.#worker.off('message', resolve)
    }
  }
}
