import type {
  FoundScript,
  Guard,
  Middleware,
  RegisteredRoute,
  ScriptOutcome,
  ScriptRequest,
  ServedResponse,
} from '../messages.ts'
import { failureOf, StatusError } from './errors.ts'
import { errorEvents } from './eventNames.ts'
import { runGuard } from './guards.ts'
import type { HttpContext } from './HttpContext.ts'
import type { Scripts } from './Scripts.ts'
import { withRequester } from './withRequester.ts'

type Next = (context: HttpContext) => unknown

const isGuard = (middleware: Middleware): middleware is Guard => 'guard' in middleware

/** Wraps a handler in a middleware. */
function wrap(scripts: Scripts, middleware: Middleware, next: Next): Next {
  if (isGuard(middleware))
    return context => {
      runGuard(middleware, context)
      return next(context)
    }
  return context =>
    scripts.count(middleware, () => scripts.inContext(made => (made.handlerOf(middleware)(next) as Next)(context)))
}

/** Wraps a handler in middlewares, of which the first one is called first. */
function wrapAll(scripts: Scripts, middlewares: readonly Middleware[], handler: Next): Next {
  return middlewares.reduceRight<Next>((next, middleware) => wrap(scripts, middleware, next), handler)
}

/** Returns the handler of a route of scripts with its middlewares. */
export function routeHandler(scripts: Scripts, route: RegisteredRoute): Next {
  return wrapAll(scripts, route.middlewares, context => scripts.run(route, context))
}

/** Serves the request with a route of the server. An error response is thrown, so that middlewares can catch it. */
function serve(scripts: Scripts, context: HttpContext): undefined {
  const served = scripts.callHost('serve', [context.request().url.path]) as ServedResponse
  if (served.error) throw new ServedError(served.status, served.error.message, served.error.data)
  context.pass(served.status)
}

/** The error response of a route of the server. */
class ServedError extends StatusError {}

/** Calls the hooks of an error. Returns whether one of them has responded. */
function callErrorHooks(scripts: Scripts, event: string, context: HttpContext, error: StatusError): boolean {
  const hooks = scripts.loaded.hooks.filter(hook => hook.event === event)
  const data = { httpContext: context, error }
  for (const hook of hooks) {
    const isLast = scripts.run(hook, data) === false
    if (isLast) scripts.warnOfFalse(hook, data)
    if (isLast || context.isCommitted) break
  }
  return context.isCommitted
}

/** Runs the middlewares around every request, and the route of scripts or of the server that they lead to. */
export function runAround(scripts: Scripts, request: ScriptRequest, context: HttpContext): ScriptOutcome {
  const { pre, use } = scripts.loaded
  let found: FoundScript | undefined
  const handle: Next = c => (found ? routeHandler(scripts, found.route)(c) : serve(scripts, c))
  const afterLookup: Next = c => {
    found = (scripts.callHost('find', [c.request().url.path]) as FoundScript | null) ?? undefined
    if (found) c.enter({ ...request, ...found })
    return wrapAll(scripts, use, handle)(c)
  }
  const outcome = outcomeOf(scripts, context, wrapAll(scripts, pre, afterLookup))
  return withRequester(scripts.loaded, context, found?.route, outcome)
}

function outcomeOf(scripts: Scripts, context: HttpContext, handler: Next): ScriptOutcome {
  try {
    handler(context)
    return { response: context.outcome }
  } catch (thrown) {
    if (context.isCommitted) return { response: context.outcome }
    return answerError(scripts, context, thrown)
  }
}

/** Lets hooks answer an error. Hooks that follow the response cannot change it. */
function answerError(scripts: Scripts, context: HttpContext, thrown: unknown): ScriptOutcome {
  const { details, ...shown } = failureOf(thrown)
  const error = new StatusError(shown.status, shown.message, shown.data)
  const [beforeError, afterError] = errorEvents
  try {
    const isAnswered = callErrorHooks(scripts, beforeError, context, error)
    const outcome = { response: context.outcome }
    callErrorHooks(scripts, afterError, context, error)
    if (isAnswered) return outcome
    const failure = {
      status: error.code || 200,
      message: error.message,
      data: error.data,
      ...(details !== undefined && { details }),
    }
    const isServed = thrown instanceof ServedError && error.message === thrown.message && error.code === thrown.code
    return { ...outcome, failure, ...(isServed && { isServed }) }
  } catch (other) {
    return { response: context.outcome, failure: failureOf(other) }
  }
}
