import { ownValue } from '@coffer/fields/ownValue'
import type { Collection } from '@coffer/schema'
import { type EmptyReply, emptyReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { type ScriptedChange, scriptName } from '../../messages/ScriptedCall.ts'
import { type RecordInput, type ScriptedChange as ScriptedInput, ValidatedChange } from '../../records/RecordInput.ts'
import type { Call } from '../Call.ts'
import type { CallScripts } from '../Steps.ts'

/** Whether there are hooks of scripts for one of the events of a collection. */
export function hasScriptsOf({ request: { scripts } }: Call, { id, name }: Collection, events: readonly string[]): boolean {
  if (!scripts) return false
  return [name, id, '*'].some(tag => events.some(event => scripts.includes(scriptName(tag, event))))
}

/**
 * Whether hooks of scripts have to be called for a change.
 * @param named the part of the names of the request's hooks behind `Before` and `After`
 */
export function hasScripts(call: Call, collection: Collection, action: string, named = action): boolean {
  if (call.request.scripted?.change) return false
  const events = ['Before', 'After'].flatMap(time => [`onModel${time}${action}`, `onRecord${time}${named}Request`])
  return hasScriptsOf(call, collection, events)
}

/** Whether hooks of scripts have to be called for a deletion, which can change records of other collections, too. */
export function hasDeletionScripts(call: Call, collection: Collection): boolean {
  const changesModels = call.request.scripts?.some(name => / onModel(?:Before|After)(?:Delete|Update)$/.test(name))
  return changesModels === true || hasScripts(call, collection, 'Delete')
}

/** Returns the input with what hooks of scripts have set. */
export function withScripts(input: RecordInput, { scripted }: ApiRequest): RecordInput {
  return scripted?.change ? { ...input, scripted: { values: scripted.change } } : input
}

/** Returns what hooks of scripts see of a valid change. */
export function changeOf(action: ScriptedChange['action'], { after, before }: ValidatedChange): ScriptedChange {
  const original = before && { original: before.values }
  return { kind: 'change', action, collectionId: after.collection.id, values: after.values, ...original, uploads: {} }
}

/**
 * Changes an auth record by a token of a mail, with the hooks of scripts around it.
 * @param named the part of the names of the request's hooks behind `Before` and `After`
 */
export async function changeWithScripts(
  call: Call,
  collection: Collection,
  named: string,
  change: (scripted?: ScriptedInput) => Promise<void>,
): Promise<EmptyReply | CallScripts> {
  const values = call.request.scripted?.change
  try {
    if (hasScripts(call, collection, 'Update', named)) await change('validate')
    else await change(values && { values })
    return emptyReply()
  } catch (error) {
    if (!(error instanceof ValidatedChange)) throw error
    return { kind: 'callScripts', call: { ...changeOf('Update', error), request: named } }
  }
}

/** Validates a change without making it, and calls the hooks of scripts. */
export async function callScripts(
  action: ScriptedChange['action'],
  input: RecordInput,
  change: (input: RecordInput) => Promise<unknown>,
): Promise<CallScripts> {
  try {
    await change({ ...input, scripted: 'validate' })
  } catch (error) {
    if (!(error instanceof ValidatedChange)) throw error
    const uploads: ScriptedChange['uploads'] = {}
    for (const { field, name, size } of input.files)
      uploads[field] = [...(ownValue(uploads, field) ?? []), { name: `${name}__________`, originalName: name, size }]
    return { kind: 'callScripts', call: { ...changeOf(action, error), uploads } }
  }
  throw new Error('A change that was only validated has been made.')
}
