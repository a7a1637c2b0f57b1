import { Record } from '../../pb/Record.ts'
import type { Guard } from '../messages.ts'
import { StatusError } from './errors.ts'
import type { HttpContext } from './HttpContext.ts'

const unauthorized = (who: string) => new StatusError(401, `The request requires ${who} authorization token to be set.`)

function assertRecord(record: unknown, collections: readonly unknown[], otherwise: string): void {
  if (!(record instanceof Record)) throw unauthorized(otherwise)
  const { id, name } = record.collection()
  if (collections.length > 0 && !collections.includes(name) && !collections.includes(id))
    throw new StatusError(403, 'The authorized record model is not allowed to perform this action.')
}

type Check = (context: HttpContext, args: readonly unknown[]) => void

const checks: Readonly<globalThis.Record<string, Check>> = {
  requireGuestOnly: c => {
    if (c.get('admin') || c.get('authRecord')) throw new StatusError(400, 'The request can be accessed only by guests.')
  },
  requireRecordAuth: (c, collections) => assertRecord(c.get('authRecord'), collections, 'valid record'),
  requireAdminAuth: c => {
    if (!c.get('admin')) throw unauthorized('valid admin')
  },
  requireAdminAuthOnlyIfAny: c => {
    if (!c.get('admin')) throw unauthorized('valid admin')
  },
  requireAdminOrRecordAuth: (c, collections) => {
    if (!c.get('admin')) assertRecord(c.get('authRecord'), collections, 'admin or record')
  },
  requireAdminOrOwnerAuth: (c, [parameter]) => {
    if (c.get('admin')) return
    const record = c.get('authRecord')
    if (!(record instanceof Record)) throw unauthorized('admin or record')
    if (record.id !== c.pathParam(String(parameter || 'id'))) throw new StatusError(403)
  },
  bodyLimit: (c, [bytes]) => {
    if (c.request().body.bytes.length > Number(bytes)) throw new StatusError(413, 'Request Entity Too Large')
  },
  // The server compresses all responses that need it, and logs the ones of routes with this middleware.
  gzip: c => c.response().header().set('Vary', 'Origin, Accept-Encoding'),
  activityLogger: () => undefined,
}

/** The names of the middlewares of `$apis`. */
export const guardNames = Object.keys(checks)

/** Runs a middleware of `$apis`. */
export function runGuard({ guard, args }: Guard, context: HttpContext): void {
  checks[guard]?.(context, args)
}
