import { followsChange, type ScriptedEvents } from '../../messages/ScriptedCall.ts'
import type { Plain } from '../../pb/Host.ts'
import type { ScriptFailure, ScriptOutcome } from '../messages.ts'
import { Answer } from './Answer.ts'
import { concealError, failureAfterCommit, failureOf, StatusError } from './errors.ts'
import { createValue, eventValueOf } from './eventValues.ts'
import { goJson } from './goJson.ts'
import { HookDao } from './HookDao.ts'
import type { HttpContext } from './HttpContext.ts'
import type { ScriptRunner } from './ScriptRunner.ts'
import { tableOf } from './systemModels.ts'

/** Calls the hooks of events, which share their values, in the order of the events. */
export function runEvents(scripts: ScriptRunner, call: ScriptedEvents, context: HttpContext): ScriptOutcome {
  const dao = new HookDao(scripts)
  const event: Plain = { httpContext: context }
  for (const [name, value] of Object.entries(call.values)) event[name] = createValue(value, dao, scripts)
  const names = Object.keys(call.values)
  const collection = call.collectionId === undefined ? undefined : dao.findCollectionByNameOrId(call.collectionId)
  if (collection) event.collection ??= collection
  const answer = call.answer && new Answer(call.answer, call.json, event)

  const isOfModel = (name: string) => name.startsWith('onModel')
  const run = (name: string): boolean => {
    if (!isOfModel(name)) return scripts.runHooks(name, collection ?? { id: '', name: '' }, event)
    const model = event[call.model ?? '']
    return scripts.runHooks(name, tableOf(model), { model, dao })
  }
  const failureIn = (name: string, error: unknown): ScriptFailure => {
    const shown = isOfModel(name) ? new StatusError(400, call.failed ?? '') : error
    if (followsChange(name)) return failureAfterCommit(error, shown)
    return failureOf(isOfModel(name) ? concealError(scripts, 'A model hook has failed', error, call.failed ?? '') : error)
  }
  const finish = (isStopped?: ScriptOutcome['isStopped']): ScriptOutcome => ({
    response: context.outcome,
    ...(isStopped && { isStopped }),
    ...(isStopped === 'model' && { shown: JSON.parse(JSON.stringify(event[call.model ?? ''])) }),
    values: Object.fromEntries(names.map(name => [name, eventValueOf(event[name])])),
    ...(call.json !== undefined && { json: answer ? answer.json() : goJson(call.json) }),
  })
  let name = ''
  try {
    for (name of call.events) {
      const goesOn = run(name)
      if (!goesOn && !name.includes('After')) return finish(isOfModel(name) ? 'model' : 'request')
      if (!goesOn && !isOfModel(name)) return finish('request')
    }
    return finish()
  } catch (error) {
    return { response: context.outcome, failure: failureIn(name, error) }
  }
}
