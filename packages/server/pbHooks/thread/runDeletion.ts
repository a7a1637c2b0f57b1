import type { ScriptedDeletion } from '../../messages/ScriptedCall.ts'
import type { ScriptOutcome } from '../messages.ts'
import { concealError, failureAfterCommit, failureOf, StatusError } from './errors.ts'
import { HookDao } from './HookDao.ts'
import type { HttpContext } from './HttpContext.ts'
import { recordOf } from './queries.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

const failed = 'Failed to delete record. Make sure that the record is not part of a required relation reference.'

/** Deletes a record for the API: the hooks of models run in the transaction of the deletion. */
export function runDeletion(scripts: ScriptRunner, call: ScriptedDeletion, context?: HttpContext): ScriptOutcome {
  const dao = new HookDao(scripts)
  const collection = dao.findCollectionByNameOrId(call.collectionId)
  const record = recordOf(collection, call.values)
  const event = { httpContext: context, collection, record }
  const run = (time: string) => !context || scripts.runHooks(`onRecord${time}DeleteRequest`, collection, event)
  const response = () => context?.outcome ?? { headers: [] }
  const end = (isStopped?: 'request' | 'model'): ScriptOutcome => ({
    response: response(),
    ...(isStopped && { isStopped }),
  })
  const deleteRecord = () => {
    try {
      dao.deleteForRequest(record, call)
    } catch (error) {
      // The log has the error of a hook after the commit already.
      throw dao.hasCommitted ? new StatusError(400, failed) : concealError(scripts, 'A record was not deleted', error, failed)
    }
  }
  try {
    if (!run('Before')) return end('request')
    deleteRecord()
  } catch (error) {
    return { response: response(), failure: failureOf(error) }
  }
  try {
    return end(run('After') ? undefined : 'request')
  } catch (error) {
    return { response: response(), failure: failureAfterCommit(error) }
  }
}
