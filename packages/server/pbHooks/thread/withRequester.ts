import type { LoggedRequester } from '../../messages/ApiReply.ts'
import { Record } from '../../pb/Record.ts'
import type { Loaded, RegisteredRoute, ScriptOutcome } from '../messages.ts'
import type { HttpContext } from './HttpContext.ts'

function requesterOf(context: HttpContext): LoggedRequester {
  try {
    if (context.get('admin')) return { kind: 'admin' }
    const record = context.get('authRecord')
    if (record instanceof Record) return { kind: 'authRecord', collection: record.collection().name }
  } catch {
    // A request that has been handled does not fail because of its log entry.
  }
  return { kind: 'guest' }
}

/**
 * Adds the requester to an outcome that is logged: one of a route with the activity logger, which can also be a middleware around all
 * routes, or a failure.
 */
export function withRequester(
  { pre, use }: Pick<Loaded, 'pre' | 'use'>,
  context: HttpContext,
  route: RegisteredRoute | undefined,
  outcome: ScriptOutcome,
): ScriptOutcome {
  const middlewares = route ? [...pre, ...use, ...route.middlewares] : []
  const hasLogger = middlewares.some(middleware => 'guard' in middleware && middleware.guard === 'activityLogger')
  // The server logs its own failures.
  const hasFailed = outcome.failure !== undefined && outcome.response.status === undefined && !outcome.isServed
  return hasLogger || hasFailed ? { ...outcome, requester: requesterOf(context) } : outcome
}
