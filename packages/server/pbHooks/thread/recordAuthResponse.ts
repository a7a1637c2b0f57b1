import type { Record } from '../../pb/Record.ts'
import { StatusError } from './errors.ts'
import type { HttpContext } from './HttpContext.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

/** Answers with a token and the record, as its owner sees it, after the hooks of auth responses. */
export function recordAuthResponse(
  scripts: ScriptRunner,
  httpContext: HttpContext,
  record: Record,
  issueToken: () => unknown,
  meta: unknown = null,
): void {
  const collection = record.collection()
  if (collection.authOptions().onlyVerified && !record.verified()) throw new StatusError(403, 'Please verify your account first.')
  const event = { httpContext, collection, record, token: issueToken(), meta }
  if (!scripts.runHooks('onRecordAuthRequest', collection, event)) return
  event.record.ignoreEmailVisibility(true)
  const shown = event.meta === null || event.meta === undefined ? {} : { meta: event.meta }
  httpContext.json(200, { ...shown, record: event.record, token: event.token })
}
