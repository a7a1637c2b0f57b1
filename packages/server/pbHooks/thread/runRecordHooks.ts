import type { RecordCall, ScriptOutcome } from '../messages.ts'
import { changesOf } from './Answer.ts'
import { concealError, failureAfterCommit, failureOf, StatusError } from './errors.ts'
import { goJson } from './goJson.ts'
import { HookDao } from './HookDao.ts'
import type { HttpContext } from './HttpContext.ts'
import { recordOf } from './queries.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

/** The sentence of the API when a model hook fails. */
const failed = {
  Create: 'Failed to create record.',
  Update: 'Failed to update record.',
}

/** Calls the hooks of the record API and of models, before or after a change. Without a context, there is no request, and no hook of it. */
export function runRecordHooks(scripts: ScriptRunner, call: RecordCall, context?: HttpContext): ScriptOutcome {
  const { time, action, values, original } = call
  const dao = new HookDao(scripts)
  const collection = dao.findCollectionByNameOrId(call.collectionId)
  const isChanged = time === 'after'
  const record = isChanged ? dao.findRecordById(collection.id, String(values.id)) : recordOf(collection, original ?? values)
  if (!isChanged) record.loadCurrent(values)
  if (time === 'before' && action === 'Create') record.markAsNew()
  const stored = record.columnValueMap()
  const shown = record.publicExport()
  const files = Object.fromEntries(Object.entries(call.uploads).map(([field, list]) => [field, [...list]]))
  const event = { httpContext: context, collection, record, uploadedFiles: files }
  const runRequest = () =>
    !context ||
    scripts.runHooks(`onRecord${call.time === 'before' ? 'Before' : 'After'}${call.request ?? action}Request`, collection, event)
  const runModel = () =>
    scripts.runHooks(`onModel${time === 'before' ? 'Before' : 'After'}${action}`, collection, { model: record, dao })
  const runModelBefore = () => {
    try {
      return runModel()
    } catch (error) {
      throw concealError(scripts, 'A model hook has failed', error, failed[action])
    }
  }
  const response = () => context?.outcome ?? { headers: [] }
  const endAfter = (error: unknown, shown = error): ScriptOutcome => ({
    response: response(),
    failure: failureAfterCommit(error, shown),
  })
  const outcome = (isStopped: ScriptOutcome['isStopped']): ScriptOutcome => ({
    response: response(),
    ...(isStopped && { isStopped }),
    changes: changesOf(stored, record.columnValueMap()),
    shown: JSON.parse(goJson(isStopped === 'model' ? record.publicExport() : changesOf(shown, record.publicExport()))),
  })
  if (isChanged) {
    try {
      runModel()
    } catch (error) {
      return endAfter(error, new StatusError(400, failed[action]))
    }
    try {
      return outcome(runRequest() ? undefined : 'request')
    } catch (error) {
      return endAfter(error)
    }
  }
  try {
    if (!runRequest()) return outcome('request')
    return outcome(runModelBefore() ? undefined : 'model')
  } catch (error) {
    return { response: response(), failure: failureOf(error) }
  }
}
