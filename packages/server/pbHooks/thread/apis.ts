import type { Admin } from '../../pb/Admin.ts'
import type { Record } from '../../pb/Record.ts'
import { enrichRecords } from './enrichRecords.ts'
import { StatusError } from './errors.ts'
import { guardNames } from './guards.ts'
import type { HookDao } from './HookDao.ts'
import { type HttpContext, requestInfo } from './HttpContext.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

const tokenKinds = {
  recordAuthToken: 'recordAuthToken',
  recordVerifyToken: 'recordVerificationToken',
  recordResetPasswordToken: 'recordPasswordResetToken',
  recordChangeEmailToken: 'recordEmailChangeToken',
  recordFileToken: 'recordFileToken',
}

const adminTokenKinds = {
  adminAuthToken: 'adminAuthToken',
  adminResetPasswordToken: 'adminPasswordResetToken',
  adminFileToken: 'adminFileToken',
}

/** `$tokens` of 0.22. */
export function createTokens({ callHost }: ScriptRunner) {
  const issue = (kind: string) => (_: unknown, record: Record, newEmail?: string) => {
    const claims =
      kind === 'recordAuthToken' || kind === 'recordFileToken' ? {} : { email: record.email(), ...(newEmail && { newEmail }) }
    return callHost('recordToken', [kind, record.collection().id, record.columnValueMap(), claims])
  }
  const issueToAdmin = (kind: string) => (_: unknown, admin: Admin) =>
    callHost('adminToken', [kind, { ...admin }, kind === 'adminPasswordResetToken' ? { email: admin.email } : {}])
  return {
    ...Object.fromEntries(Object.entries(tokenKinds).map(([name, kind]) => [name, issue(kind)])),
    ...Object.fromEntries(Object.entries(adminTokenKinds).map(([name, kind]) => [name, issueToAdmin(kind)])),
  } as globalThis.Record<string, (app: unknown, ...args: unknown[]) => unknown>
}

/** Answers with a token and the record, as its owner sees it, after the hooks of auth responses. */
function recordAuthResponse(
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

/** Returns a handler that serves the files of a folder. Its text is what runs, as with any handler. */
const staticDirectoryHandler = (folder: string, isFallback: boolean): object => ({
  toString: () => `c => c.fileOf(${JSON.stringify(String(folder))}, ${isFallback === true})`,
})

const expandOf = (context: HttpContext): string[] => context.queryParam('expand').split(',').filter(Boolean)

/** `$apis` of 0.22. */
export function createApis(scripts: ScriptRunner) {
  const tokens = createTokens(scripts)
  const guards = Object.fromEntries(
    guardNames.map(guard => [guard, (...args: unknown[]) => ({ guard, args: args.filter(arg => typeof arg !== 'object') })]),
  )
  return {
    ...guards,
    staticDirectoryHandler,
    requestInfo: (context: HttpContext) => requestInfo(context),
    recordAuthResponse: (_: unknown, context: HttpContext, record: Record, meta?: unknown): void =>
      recordAuthResponse(scripts, context, record, () => tokens.recordAuthToken?.(undefined, record), meta),
    enrichRecord: (context: HttpContext, dao: HookDao, record: Record, ...expands: string[]): void =>
      enrichRecords(context, dao, [record], [...expands, ...expandOf(context)]),
    enrichRecords: (context: HttpContext, dao: HookDao, records: Record[], ...expands: string[]): void =>
      enrichRecords(context, dao, records, [...expands, ...expandOf(context)]),
  }
}
