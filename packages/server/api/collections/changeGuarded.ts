import type { Collection } from '@coffer/schema'
import { logExposure } from '../../access/review/logExposure.ts'
import { changeCollection } from '../../collections/changeCollections.ts'
import { guardCollections } from '../access/ruleTests/guardCollections.ts'
import type { Call } from '../Call.ts'

/**
 * Changes a collection, unless a rule test fails then, and logs what guests and new users can do since.
 * @throws Rejection with the failing tests
 */
export function changeGuarded(
  call: Pick<Call, 'app' | 'request'>,
  change: Parameters<typeof changeCollection>[1],
): Promise<Collection> {
  return logExposure(call.app, () => changeCollection(call.app, change, guardCollections(call)))
}
