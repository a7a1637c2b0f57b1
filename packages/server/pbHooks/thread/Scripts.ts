import { constants, createContext, Script } from 'node:vm'
import { type HandlerRun, handlerKey, type Loaded, type Registered, type RegisteredHook, type ThreadStart } from '../messages.ts'
import { createRequire } from './createRequire.ts'
import { failureOf, isError, StatusError } from './errors.ts'
import { createGlobals } from './globals.ts'
import type { HttpContext } from './HttpContext.ts'
import { callHost } from './hostCalls.ts'
import type { ModelTable, ScriptRunner } from './ScriptRunner.ts'
import { ScriptSettings } from './ScriptSettings.ts'
import { claimsOf, verifyToken } from './security.ts'
import { warningOfFalse } from './warningOfFalse.ts'

/** Maximum number of runs of handlers that are counted for a call. */
const maxRuns = 1_000

type Handler = (...args: unknown[]) => unknown
type Context = globalThis.Record<string, unknown>

/**
 * Lets scripts recognize errors of the server, which belong to another context, with `error instanceof Error`, and gives the error of a
 * call of a missing member the text of 0.22.
 */
const prepareErrors = new Script(`(isError => {
  const hidden = (object, name, value) => Object.defineProperty(object, name, { value, configurable: true, writable: true })
  hidden(Error, Symbol.hasInstance, function (error) {
    return Function.prototype[Symbol.hasInstance].call(this, error) || (this === Error && isError(error))
  })
  const { toString } = Error.prototype
  hidden(Error.prototype, 'toString', function () {
    return toString.call(this).replace(/^TypeError: .*[.](\\w+) is not a function$/, "TypeError: Object has no member '$1'")
  })
})`)

const call = new Script('__call()')

/** Compiles the text of a handler. Throws a SyntaxError if it is no function expression. */
export function compileHandler({ source, file, line }: Registered): Script {
  return new Script(`(${source}\n)`, { filename: file, lineOffset: line - 1 })
}

/** A context with the globals of handlers. */
class ScriptContext {
  readonly globals: Context
  readonly #handlers = new Map<string, Handler>()

  constructor(scripts: Scripts) {
    this.globals = createScriptContext()
    Object.assign(this.globals, createGlobals(scripts))
    this.globals.require = createRequire(this.globals, process.cwd())
  }

  handlerOf(registered: Registered): Handler {
    const known = this.#handlers.get(registered.source)
    if (known) return known
    const handler = compileHandler(registered).runInContext(this.globals as never) as Handler
    this.#handlers.set(registered.source, handler)
    return handler
  }

  run(work: () => unknown): unknown {
    return runInContext(this.globals, work)
  }
}

/** Calls a function, and runs the microtasks that it leaves. */
export function runInContext(globals: Context, work: () => unknown): unknown {
  globals.__call = work
  return call.runInContext(globals as never)
}

/** Creates a context whose `Error` knows the errors of the server. */
export function createScriptContext(): Context {
  const globals = createContext(constants.DONT_CONTEXTIFY as never, { microtaskMode: 'afterEvaluate' }) as Context
  // Memory of these is not counted for the thread, and 0.22 does not have them.
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics']) delete globals[name]
  prepareErrors.runInContext(globals as never)((error: unknown) => error instanceof Error && !(error instanceof StatusError))
  return globals
}

/** Runs the handlers of a thread. */
export class Scripts implements ScriptRunner {
  readonly start: ThreadStart
  readonly loaded: Loaded
  isBootstrapped = true
  /** Number of transactions that are open. */
  openTransactions = 0
  readonly callHost = callHost
  readonly claimsOf = claimsOf
  readonly verifyToken = verifyToken
  /** One context for each depth of calls: a hook that a handler causes runs in another one. */
  readonly #contexts: ScriptContext[] = []
  #depth = 0
  readonly #runs: HandlerRun[] = []
  /** Errors that are counted for the handler that has thrown them, and not for those around it. */
  readonly #counted = new WeakSet<object>()

  readonly hasModelHooks: boolean

  constructor(start: ThreadStart, loaded: Loaded) {
    this.start = start
    this.loaded = loaded
    this.hasModelHooks = loaded.hooks.some(({ event }) => event.startsWith('onModel'))
  }

  readonly #settings = new ScriptSettings(callHost)
  loadSettings = (): ScriptSettings => Object.assign(this.#settings, this.callHost('settings', []))

  #hooksOf(event: string, { id, name }: ModelTable): RegisteredHook[] {
    return this.loaded.hooks.filter(
      hook => hook.event === event && (hook.tags.length === 0 || hook.tags.includes(name) || hook.tags.includes(id)),
    )
  }

  hasHooks(event: string, table: ModelTable): boolean {
    return this.#hooksOf(event, table).length > 0
  }

  /**
   * Calls the hooks of an event in their order. An error that a hook returns is thrown.
   * @returns false if one has returned false
   */
  runHooks = (event: string, table: ModelTable, data: object): boolean => {
    for (const hook of this.#hooksOf(event, table)) {
      if (this.run(hook, data) !== false) continue
      this.warnOfFalse(hook, data)
      return false
    }
    return true
  }

  /** Adds a warning to the run of a hook that has returned false. */
  warnOfFalse(hook: RegisteredHook, data: object): void {
    const key = handlerKey(hook)
    const run = this.#runs.findLast(other => other.key === key)
    const hasResponded = () => (data as { httpContext?: HttpContext }).httpContext?.isCommitted === true
    const warning = warningOfFalse(hook.event, hasResponded)
    if (run && warning !== undefined) run.warning = warning
  }

  /** Calls a handler in a context. Throws what it throws or returns as an error. */
  run(registered: Registered, ...args: unknown[]): unknown {
    return this.count(registered, () => this.inContext(context => context.handlerOf(registered)(...args)))
  }

  /** Measures the run of a handler. */
  count(registered: Registered, work: () => unknown): unknown {
    const run: HandlerRun = { key: handlerKey(registered), ms: 0 }
    const started = performance.now()
    if (this.#runs.length < maxRuns) this.#runs.push(run)
    try {
      return work()
    } catch (error) {
      const { details } = failureOf(error)
      // Errors of scripts belong to another context, so they are no instances of this one's Object.
      const isObject = typeof error === 'object' && error !== null
      if (details !== undefined && !(isObject && this.#counted.has(error))) run.error = details
      if (isObject) this.#counted.add(error)
      throw error
    } finally {
      run.ms = performance.now() - started
    }
  }

  /** Returns the handlers that have run since the last call. */
  takeRuns(): HandlerRun[] {
    return this.#runs.splice(0)
  }

  inContext(work: (context: ScriptContext) => unknown): unknown {
    this.#contexts[this.#depth] ??= new ScriptContext(this)
    const context = this.#contexts[this.#depth] as ScriptContext
    this.#depth += 1
    try {
      const result = context.run(() => work(context))
      if (isError(result)) throw result
      return result
    } finally {
      this.#depth -= 1
    }
  }
}
