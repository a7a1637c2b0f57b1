import type { ScriptedUndo } from '../../messages/ScriptedCall.ts'
import type { ScriptOutcome } from '../messages.ts'
import { failureAfterCommit } from './errors.ts'
import { HookDao } from './HookDao.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

/** Calls the hooks of models for records that an undo has restored. Their errors are logged: the undo is committed. */
export function runUndone(scripts: ScriptRunner, { changes }: ScriptedUndo): ScriptOutcome {
  const dao = new HookDao(scripts)
  for (const { action, collectionId, id } of changes) {
    const collection = dao.findCollectionByNameOrId(collectionId)
    const name = `onModelAfter${action}`
    if (!scripts.hasHooks(name, collection)) continue
    try {
      scripts.runHooks(name, collection, { model: dao.findRecordById(collectionId, id), dao })
    } catch (error) {
      scripts.callHost('note', [`A hook of ${name} has failed. ${failureAfterCommit(error).details}`])
    }
  }
  return { response: { headers: [] } }
}
