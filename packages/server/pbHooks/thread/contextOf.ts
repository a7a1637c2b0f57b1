import { Admin } from '../../pb/Admin.ts'
import type { Plain } from '../../pb/Host.ts'
import type { ScriptRequest } from '../messages.ts'
import { HookDao } from './HookDao.ts'
import { HttpContext } from './HttpContext.ts'
import { recordOf } from './queries.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

/** Returns the requester as a record or an admin. */
function identify(scripts: ScriptRunner, { headers }: ScriptRequest): Plain {
  if (!headers.authorization) return {}
  const found = scripts.callHost('identify', [headers.authorization]) as Plain
  if (found.kind === 'admin') return { admin: new Admin(found.admin as Plain) }
  if (found.kind !== 'authRecord') return {}
  const collection = new HookDao(scripts).findCollectionByNameOrId(String(found.collectionId))
  return { authRecord: recordOf(collection, found.values as Plain) }
}

/** Creates the context of a request. */
export function contextOf(scripts: ScriptRunner, request: ScriptRequest): HttpContext {
  return new HttpContext(request, () => identify(scripts, request))
}
