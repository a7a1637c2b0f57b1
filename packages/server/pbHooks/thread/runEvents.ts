import type { ScriptedEvents } from '../../messages/ScriptedCall.ts'
import type { Plain } from '../../pb/Host.ts'
import type { ScriptOutcome } from '../messages.ts'
import { Answer } from './Answer.ts'
import { concealError, failureOf } from './errors.ts'
import { createValue, eventValueOf } from './eventValues.ts'
import { goJson } from './goJson.ts'
import { HookDao } from './HookDao.ts'
import type { HttpContext } from './HttpContext.ts'
import type { ScriptRunner } from './ScriptRunner.ts'
import { tableOf } from './tableOf.ts'

/** Calls the hooks of events, which share their values, in the order of the events. */
export function runEvents(scripts: ScriptRunner, call: ScriptedEvents, context: HttpContext): ScriptOutcome {
  const dao = new HookDao(scripts)
  const event: Plain = { httpContext: context }
  for (const [name, value] of Object.entries(call.values)) event[name] = createValue(value, dao, scripts)
  const names = Object.keys(call.values)
  const collection = call.collectionId === undefined ? undefined : dao.findCollectionByNameOrId(call.collectionId)
  if (collection) event.collection ??= collection
  const answer = call.answer && new Answer(call.answer, call.json, event)

  const runModel = (name: string): boolean => {
    const model = event[call.model ?? '']
    try {
      return scripts.runHooks(name, tableOf(model), { model, dao })
    } catch (error) {
      throw concealError(scripts, 'A model hook has failed', error, call.failed ?? '')
    }
  }
  const finish = (isStopped?: ScriptOutcome['isStopped']): ScriptOutcome => ({
    response: context.outcome,
    ...(isStopped && { isStopped }),
    ...(isStopped === 'model' && { shown: JSON.parse(JSON.stringify(event[call.model ?? ''])) }),
    values: Object.fromEntries(names.map(name => [name, eventValueOf(event[name])])),
    ...(call.json !== undefined && { json: answer ? answer.json() : goJson(call.json) }),
  })
  try {
    for (const name of call.events) {
      const isModel = name.startsWith('onModel')
      const goesOn = isModel ? runModel(name) : scripts.runHooks(name, collection ?? { id: '', name: '' }, event)
      if (!goesOn && !name.includes('After')) return finish(isModel ? 'model' : 'request')
      if (!goesOn && !isModel) return finish('request')
    }
    return finish()
  } catch (error) {
    return { response: context.outcome, failure: failureOf(error) }
  }
}
