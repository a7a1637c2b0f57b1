import { Rejection } from '../../../errors/Rejection.ts'
import type { Attempt } from '../../../messages/Attempt.ts'
import { findPasswordAttempt } from '../../../records/prepareUpdate.ts'
import type { App } from '../../App.ts'
import type { PlannedRequest } from './planRequest.ts'

/**
 * Returns the attempt to guess a password that a batch makes, which has to be counted before its changes.
 * @param onRequest called with the index of each request before it is examined
 * @throws Rejection if there are several, because the limits of attempts hold for one at a time
 */
export async function findBatchAttempt(
  app: App,
  planned: readonly PlannedRequest[],
  onRequest: (index: number) => void,
): Promise<Attempt | undefined> {
  let found: Attempt | undefined
  for (const [index, { change }] of planned.entries()) {
    if (change.action !== 'update' || 'prepareOther' in change) continue
    onRequest(index)
    const attempt = await findPasswordAttempt(app, change.actor, change.collection, change.id, change.input)
    if (attempt && found)
      throw new Rejection('invalid', {
        message: 'A batch can change one password with "oldPassword". Send the others one by one.',
      })
    found ??= attempt
  }
  return found
}
