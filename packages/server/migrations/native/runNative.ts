import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { createDataAccess } from '../../code/process/dataAccess.ts'
import type { Migration } from '../../code/process/migrationTypes.d.ts'
import type { DataResponse } from '../../messages/DataRequest.ts'
import type { MigrationRequest } from '../../messages/MigrationRequest.ts'
import { type MigrationFile, placeOf, type ScriptAnswer, type ScriptCommand } from '../scriptMessages.ts'
import { createMigration } from './createMigration.ts'
import type { NativeCall, NativeResult, NativeStart } from './messages.ts'

const { port, coffer } = workerData as NativeStart

type Work = (migration: Migration) => unknown
interface Loaded {
  path: string
  up: Work
  down?: Work
}

const loaded = new Map<string, Loaded>()
const waiting = new Map<number, (response: DataResponse) => void>()
let lastId = 0

function ask(call: { request: MigrationRequest } | { print: string }): Promise<DataResponse> {
  const { promise, resolve } = Promise.withResolvers<DataResponse>()
  const id = ++lastId
  waiting.set(id, resolve)
  port.postMessage({ id, ...call } satisfies NativeCall)
  return promise
}

const send = (request: MigrationRequest): Promise<DataResponse> => ask({ request })

port.on('message', ({ id, response }: NativeResult) => {
  waiting.get(id)?.(response)
  waiting.delete(id)
})

/** Resolves when everything that was printed is on the terminal: what a thread prints itself is lost if it ends soon. */
let printed: Promise<unknown> = Promise.resolve()
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
  console[method] = (...parts: unknown[]) => {
    printed = ask({ print: format(...parts) })
  }

function notOffered(what: string) {
  return () => {
    throw new Error(`${what} is not offered in migrations. It belongs to the folder of hooks.`)
  }
}

// Modules that hooks and migrations share can import `coffer`.
Object.assign(globalThis, {
  [Symbol.for('coffer.hooks')]: {
    register: notOffered('onRecord'),
    schedule: notOffered('schedule'),
    access: (as: Parameters<typeof createDataAccess>[1]) => createDataAccess(send, as),
    mail: { send: notOffered('mail') },
  },
})
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'coffer') return { url: coffer, shortCircuit: true }
    const resolved = next(specifier, context)
    // Without a package.json, Node would first load the file as CommonJS, and print a warning.
    return resolved.url.endsWith('.ts') && !resolved.url.includes('/node_modules/')
      ? { ...resolved, format: 'module-typescript' }
      : resolved
  },
})

/** @throws Error if the file does not export `up`, or something else as `down` */
async function load({ name, path }: MigrationFile): Promise<void> {
  const { up, down } = (await import(pathToFileURL(path).href)) as Partial<Loaded>
  if (typeof up !== 'function') throw new Error('A migration exports a function "up", and usually a function "down".')
  if (down !== undefined && typeof down !== 'function') throw new Error('The export "down" is not a function.')
  loaded.set(name, { path, up, ...(down && { down }) })
}

async function perform(command: ScriptCommand): Promise<ScriptAnswer> {
  if (command.kind === 'run') {
    const { name, direction } = command
    const { path = '', [direction]: work } = loaded.get(name) ?? ({} as Partial<Loaded>)
    try {
      await work?.(createMigration(send))
      return { done: true }
    } catch (error) {
      return { failure: { name, ...placeOf(error, path) } }
    }
  }
  const { file } = command
  try {
    await load(file)
    return { isMigration: true }
  } catch (error) {
    return { failure: { name: file.name, ...placeOf(error, file.path) } }
  }
}

parentPort?.on('message', async (command: ScriptCommand) => {
  const answer = await perform(command)
  await printed
  parentPort?.postMessage(answer)
})
