import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Host } from '../pb/Host.ts'
import { Query } from '../pb/Query.ts'
import { type BlockingLine, callAndBlock } from '../runtime/blockingCalls.ts'
import { createScriptContext, type Migration } from './createScriptContext.ts'
import {
  type Direction,
  type HostCall,
  type HostResult,
  type MigrationFile,
  placeOf,
  type ScriptAnswer,
  type ScriptCommand,
} from './scriptMessages.ts'

const line = workerData as BlockingLine

/** Asks the server and blocks until it answers. */
function callHost(name: string, args: unknown[]): unknown {
  // Values of scripts can hold functions, which cannot cross threads.
  const call: HostCall = { name, args: JSON.parse(JSON.stringify(args)) }
  const answer = callAndBlock(line, () => line.port.postMessage(call)) as HostResult
  if ('error' in answer) throw new Error(answer.error)
  return answer.result
}

const host = new Proxy({} as Host, {
  get:
    (_, name) =>
    (...args: unknown[]) =>
      callHost(String(name), args),
})

const loaded = new Map<string, Migration & { path: string }>()

type FailedFile = Pick<MigrationFile, 'name' | 'path'>

class ScriptError extends Error {
  readonly file: FailedFile

  constructor(file: FailedFile, cause: unknown) {
    super('', { cause })
    this.file = file
  }
}

function load(file: MigrationFile): void {
  try {
    const migration = createScriptContext(host, file.path, readFileSync(file.path, 'utf8'))
    if (migration) loaded.set(file.name, { ...migration, path: file.path })
  } catch (error) {
    throw new ScriptError(file, error)
  }
}

function run(name: string, direction: Direction): void {
  const migration = loaded.get(name)
  const work = migration?.[direction]
  if (!migration || !work) return
  try {
    const result = work(new Proxy({}, builder))
    if (result !== undefined && result !== null) throw result
  } catch (error) {
    throw new ScriptError({ name, path: migration.path }, error)
  }
}

/** The query builder of the transaction. */
const builder: ProxyHandler<object> = {
  get: (_, member) => {
    if (member === 'newQuery') return (statement: string) => new Query(host, String(statement))
    if (typeof member === 'symbol') return undefined
    throw new TypeError(`db.${member} is not offered in migrations. Write the statement with db.newQuery(…).`)
  },
}

function answer(command: ScriptCommand): ScriptAnswer {
  try {
    if (command.kind === 'run') {
      run(command.name, command.direction)
      return { done: true }
    }
    load(command.file)
    return { isMigration: loaded.has(command.file.name) }
  } catch (error) {
    const { file, cause } = error as ScriptError
    return { failure: { name: file.name, ...placeOf(cause, file.path) } }
  }
}

parentPort?.on('message', (command: ScriptCommand) => parentPort?.postMessage(answer(command)))
