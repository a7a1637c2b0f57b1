import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { DataRequest } from '../../messages/DataRequest.ts'
import { captureConsole, withOutput } from './captureOutput.ts'
import { DataRequests } from './DataRequests.ts'
import { createDataAccess, createMailer } from './dataAccess.ts'
import { type FolderModules, recordModules } from './folderModules.ts'
import type {
  CodeOutcome,
  FromCode,
  HookRun,
  JobOutcome,
  RegisteredHook,
  RegisteredJob,
  RegisteredRoute,
  ToCode,
} from './messages.ts'
import type { JobHandler, RecordHooks, Route } from './moduleTypes.d.ts'
import { mountOf } from './mountOf.ts'
import { serveRoutes, stackOf } from './serveRoutes.ts'

/** Ends the process when its server has ended, even while a hook loops. */
const watchServer = `setInterval(() => { if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL') }, 1000)`

const routesFolder = 'routes'
/** The descriptor that follows the input, the outputs and the messages. */
const routesDescriptor = 4

const rejection = Symbol.for('coffer.rejection')
const times = ['before', 'inside', 'after'] as const
const changes = ['create', 'update', 'delete'] as const
const actions = { before: [...changes, 'list', 'view', 'signIn'], inside: changes, after: changes } as const

type Handler = (event: object) => unknown
type FailedOutcome = { rejection: { message: string; issues: Record<string, string> } } | { error: string }

const handlers = new Map<string, Handler>()
const registered: RegisteredHook[] = []
const jobs: (RegisteredJob & { run: JobHandler })[] = []
const routes = new Map<string, Route>()
let file = ''

function send(message: FromCode): void {
  if (process.connected) process.send?.(message)
}

const dataRequests = new DataRequests(send)

const hookNames = times.flatMap(time => actions[time].map(action => hookNameOf(time, action)))

function hookNameOf(time: string, action: string): string {
  return `${time}${action.charAt(0).toUpperCase()}${action.slice(1)}`
}

/** @throws Error if a hook has an unknown name, because a misspelled check would let everything pass */
function register(collection: string, hooks: RecordHooks): void {
  const unknown = Object.keys(hooks).find(name => !hookNames.includes(name))
  if (unknown !== undefined) throw new Error(`There is no hook "${unknown}". Use ${hookNames.join(', ')}.`)
  for (const time of times) {
    for (const action of actions[time]) {
      const name = hookNameOf(time, action) as keyof RecordHooks
      const handler = hooks[name]
      if (!handler) continue
      const base = `${file} ${collection} ${name}`
      const same = registered.filter(({ key }) => key === base || key.startsWith(`${base} #`)).length
      const key = same === 0 ? base : `${base} #${same + 1}`
      handlers.set(key, handler as Handler)
      registered.push({ file, key, time, collection, action })
    }
  }
}

function outcomeOf(error: unknown): FailedOutcome {
  if (error instanceof Error && rejection in error)
    return { rejection: { message: error.message, issues: error[rejection] as Record<string, string> } }
  return { error: stackOf(error) }
}

function schedule(name: string, cron: string, run: JobHandler): void {
  const same = jobs.find(job => job.name === name)
  if (same) throw new Error(`${same.file} has a job with the same name, "${name}".`)
  jobs.push({ file, name, cron, run })
}

async function call({ id, transaction, hooks, as, event }: Extract<ToCode, { kind: 'call' }>): Promise<CodeOutcome> {
  const data = createDataAccess(dataRequests.sender({ id, transaction }), as)
  const given = { ...event, input: event.input ?? {}, data, ...(event.action === 'list' && { filter: '' }) }
  const runs: HookRun[] = []
  for (const key of hooks) {
    const started = performance.now()
    try {
      const handler = handlers.get(key)
      if (!handler) throw new Error(`There is no hook "${key}" anymore.`)
      await handler(given)
      runs.push({ key, ms: performance.now() - started })
    } catch (error) {
      const outcome = outcomeOf(error)
      runs.push({ key, ms: performance.now() - started, ...('error' in outcome && { error: outcome.error }) })
      return { ...outcome, runs }
    }
  }
  return { input: given.input, filter: given.filter ?? '', runs }
}

async function runJob({ name }: Extract<ToCode, { kind: 'job' }>): Promise<JobOutcome> {
  const job = jobs.find(job => job.name === name)
  if (!job) return { output: '', error: `There is no job "${name}" anymore.` }
  const { output, error } = await withOutput(() => job.run({ data: createDataAccess(dataRequests.sender(), 'server') }))
  return { output, ...(error !== undefined && { error: stackOf(error) }) }
}

const [coffer = '', folder = ''] = process.argv.slice(2)

process.on('disconnect', () => process.exit())
// Terminals and service managers signal all processes of a group, but the server decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGUSR1'] as const) process.on(signal, () => undefined)
captureConsole()
new Worker(watchServer, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()

Object.assign(globalThis, {
  [Symbol.for('coffer.hooks')]: {
    register,
    schedule,
    access: (as: DataRequest['as']) => createDataAccess(dataRequests.sender(), as),
    mail: createMailer(dataRequests.sender()),
  },
})
process.on('message', async (message: ToCode) => {
  if (message.kind === 'ping') return send({ kind: 'pong' })
  if (message.kind === 'load') return load(message.modules)
  if (message.kind === 'job') {
    const outcome = await dataRequests.runFor(message, () => runJob(message))
    return send({ kind: 'outcome', id: message.id, outcome })
  }
  if (message.kind === 'call') {
    const outcome = await dataRequests.runFor(message, () => call(message))
    try {
      return send({ kind: 'outcome', id: message.id, outcome })
    } catch (error) {
      return send({ kind: 'outcome', id: message.id, outcome: { error: stackOf(error), runs: outcome.runs } })
    }
  }
  dataRequests.receive(message.id, message.response)
})

const isScript = (name: string): boolean => name.endsWith('.ts') && !name.endsWith('.d.ts')

/** Files that routes import: in a folder of packages, or with a name that starts with `_`. */
const isPrivate = /(^|[\\/])(_|\.|node_modules[\\/])/

/** Lists the files of the folder, of which nothing is loaded yet. */
function listModules(): FolderModules {
  const parent = join(folder, routesFolder)
  const found = existsSync(parent) ? (readdirSync(parent, { recursive: true }) as string[]) : []
  return {
    hooks: readdirSync(folder).filter(isScript).sort(),
    routes: found.filter(name => isScript(name) && !isPrivate.test(name)).sort(),
    resolved: new Map(),
    sources: new Map(),
  }
}

/** Loads a file, which the server hears of before: a file that never ends cannot be named afterwards. */
function loadFile(name: string): Promise<object> {
  file = name
  send({ kind: 'loading', file })
  return import(pathToFileURL(join(folder, file)).href)
}

/** Loads the files directly in the folder, which register hooks. */
async function loadHooks(names: readonly string[]): Promise<void> {
  for (const name of names) await loadFile(name)
}

/** Loads the files below `routes`, each of which handles the requests to its path. */
async function loadRoutes(names: readonly string[]): Promise<RegisteredRoute[]> {
  const loaded: RegisteredRoute[] = []
  for (const name of names) {
    const mount = mountOf(name)
    const { default: route } = (await loadFile(join(routesFolder, name))) as { default?: Route }
    if (typeof route?.fetch !== 'function')
      throw new Error('A file of routes must export an object with a function "fetch" as its default.')
    const same = loaded.find(other => other.mount === mount)
    if (same) throw new Error(`It has the same path as ${same.file}, ${mount}.`)
    routes.set(mount, route)
    loaded.push({ file, mount })
  }
  return loaded
}

/** Loads the current files, or those of a version. */
async function load(known: FolderModules | undefined): Promise<void> {
  try {
    const modules = known ?? listModules()
    recordModules(coffer, folder, modules)
    await loadHooks(modules.hooks)
    const loaded = await loadRoutes(modules.routes)
    serveRoutes(routesDescriptor, {
      routes,
      dataOf: id => createDataAccess(dataRequests.sender({ id }), 'caller'),
      runFor: (id, work) => dataRequests.runFor({ id }, work),
      reportBrokenBody: (mount, error) => send({ kind: 'brokenBody', mount, error }),
      reportEnd: id => send({ kind: 'canceled', id }),
    })
    const code = {
      files: [...modules.hooks, ...loaded.map(route => route.file)],
      hooks: registered,
      routes: loaded,
      jobs: jobs.map(({ run: _, ...job }) => job),
    }
    send({ kind: 'ready', version: { code, modules } })
  } catch (error) {
    send({ kind: 'broken', file, error: stackOf(error) })
  }
}
