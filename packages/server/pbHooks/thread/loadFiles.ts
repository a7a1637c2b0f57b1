import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Script } from 'node:vm'
import { type CommandCall, type Guard, type Loaded, type Middleware, nothingLoaded, type Registered } from '../messages.ts'
import type { Command } from './Command.ts'
import { createRequire, readSource } from './createRequire.ts'
import { isSchedule } from './cronExpression.ts'
import { GoError, StatusError } from './errors.ts'
import { eventNames } from './eventNames.ts'
import { createGlobals } from './globals.ts'
import { compileHandler, createScriptContext, runInContext, type Scripts } from './Scripts.ts'

/** Maximum time in milliseconds that a file can compute while it is loaded. */
const maxFileMs = 5_000

const reference = '/// <reference path="../pb_data/types.d.ts" />\n\n'

function isGuard(middleware: unknown): middleware is Guard {
  return typeof middleware === 'object' && middleware !== null && 'guard' in middleware
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof StatusError) return String(thrown)
  const { stack, name, message, code } = Object(thrown) as { stack?: unknown; name?: unknown; message?: unknown; code?: unknown }
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
    return `It computed for more than ${maxFileMs / 1000} seconds. Look for an endless loop.`
  const text = message === undefined ? String(thrown) : `${name}: ${message}`
  return text + placeIn(String(stack ?? ''))
}

function placeIn(stack: string): string {
  const place = /(\/[^\n(]*\.pb\.[jt]s:\d+)/.exec(stack)?.[1]
  return place === undefined ? '' : ` (${place})`
}

/** What the files have registered, and their commands, which run in the context of the files. */
interface LoadedFiles {
  loaded: Loaded
  /** Runs a command. Throws what it throws. */
  runCommand: (call: CommandCall) => void
}

/** Runs the files of the folder, in the order of their names, in one context, and collects what they register. */
export function loadFiles(scripts: Scripts): LoadedFiles {
  const { folder } = scripts.start
  const loaded = nothingLoaded()
  let path = ''
  /** Whether a wrong schedule has ended the current file, which no `catch` of it can prevent. */
  let isEnded = false
  const registered = (handler: unknown): Registered => {
    const line = new RegExp(`${path.replaceAll(/[.\\]/g, '\\$&')}:(\\d+)`).exec(new Error().stack ?? '')?.[1]
    const found = { file: path, line: Number(line ?? 1), source: String(handler) }
    if (typeof compileHandler(found).runInContext(globals as never) !== 'function')
      throw new GoError(`A handler is a function, not ${found.source.slice(0, 100)}.`)
    if (isEnded) throw new GoError('The file has ended.')
    return found
  }
  const globals = createScriptContext()
  const middlewaresOf = (given: readonly unknown[]): Middleware[] =>
    given.map(middleware => (isGuard(middleware) ? middleware : registered(middleware)))
  const handlerGlobals = createGlobals(scripts)
  const commands = new Map<string, Command>()
  const rootCmd = {
    addCommand: (...added: Command[]) => {
      for (const command of added) commands.set(command.name(), command)
    },
  }
  const loadingApp = { dao: () => null, rootCmd }
  Object.assign(globals, handlerGlobals, {
    $app: new Proxy(loadingApp, { get: (app, member) => app[member as keyof typeof loadingApp] }),
    routerAdd: (method: string, route: string, handler: unknown, ...middlewares: unknown[]) => {
      if (!/^[a-z]+$/i.test(method)) throw new GoError(`routerAdd takes a method such as GET, not ${method}.`)
      loaded.routes.push({
        ...registered(handler),
        method: method.toUpperCase(),
        path: `/${String(route ?? '').replace(/^\//, '')}`,
        middlewares: middlewaresOf(middlewares),
      })
    },
    routerUse: (...middlewares: unknown[]) => void loaded.use.push(...middlewaresOf(middlewares)),
    routerPre: (...middlewares: unknown[]) => void loaded.pre.push(...middlewaresOf(middlewares)),
    cronAdd: (id: string, cron: string, handler: unknown) => {
      if (!isSchedule(String(cron))) {
        isEnded = true
        const text = `failed to register cron job ${id}: the expression "${cron}" is not valid`
        loaded.problems.push(`Failed to execute ${basename(path)}:\n - ${text}`)
        throw new GoError(text)
      }
      const others = loaded.jobs.filter(job => job.id !== id)
      loaded.jobs = [...others, { ...registered(handler), id: String(id), cron: String(cron) }]
    },
    cronRemove: (id: string) => {
      loaded.jobs = loaded.jobs.filter(job => job.id !== id)
    },
    ...Object.fromEntries(
      eventNames.map(event => [
        event,
        (handler: unknown, ...tags: string[]) =>
          void loaded.hooks.push({ ...registered(handler), event, tags: tags.map(String) }),
      ]),
    ),
  })
  const { log } = globals.console as { log: (...parts: unknown[]) => void }
  const print = (...parts: unknown[]) => (isEnded ? undefined : log(...parts))
  globals.console = { log: print, info: print, warn: print, error: print, debug: print }
  globals.require = createRequire(globals, process.cwd())
  const names = readdirSync(folder).filter(name => /\.pb\.[jt]s$/.test(name))
  for (const name of names.sort()) {
    path = join(folder, name)
    isEnded = false
    try {
      const source = readSource(path)
      if (source === '') writeFileSync(path, reference)
      new Script(source, { filename: path }).runInContext(globals as never, { timeout: maxFileMs })
    } catch (error) {
      if (isEnded) continue
      loaded.problems.push(`Failed to execute ${name}:\n - ${messageOf(error)}`)
    }
  }
  loaded.commands = [...commands.keys()]
  return {
    loaded,
    runCommand: ({ name, args }) => {
      globals.$app = handlerGlobals.$app
      runInContext(globals, () => commands.get(name)?.execute([...args]))
    },
  }
}
