import { randomId } from '../../crypto/randomText.ts'
import type { ScriptedChange } from '../RecordInput.ts'
import { asText } from './scalars.ts'

/** Returns the id of a new record: the submitted one, else the one that hooks of scripts have left, else a random one. */
export function newRecordId(submitted: unknown, scripted: ScriptedChange | undefined): string {
  return asText(submitted) || (typeof scripted === 'object' ? asText(scripted.values.id) : '') || randomId()
}
