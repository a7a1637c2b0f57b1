import {
  changesSuperuserTokens,
  findSystemChanges,
  type Issues,
  type Settings,
  type SystemCollection,
  systemCollections,
  toSuperuserTokenIssues,
  validateSettings,
  withSuperuserTokens,
} from '@coffer/schema'
import { superusers } from '../../../auth/superusers.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import type { Call } from '../../Call.ts'
import type { Outcome } from '../../Steps.ts'
import { saveSettings, settingsAfter } from '../../settings/update.ts'
import { readCollectionBody } from './readForm.ts'

/** @throws Rejection if there are issues */
function assertNone(issues: Issues): void {
  if (Object.keys(issues).length > 0) throw new Rejection('invalid', { code: 'collectionNotUpdated', issues })
}

function applyTokens(effective: Settings, body: Readonly<Record<string, unknown>>): Settings {
  try {
    return withSuperuserTokens(effective, body)
  } catch (error) {
    throw new Rejection('invalid', { code: 'dataNotLoaded', cause: error })
  }
}

/**
 * Updates a system collection. Only the tokens of superusers can be changed, which are part of the settings.
 * @param system the collection as clients see it
 * @throws Rejection with an issue for each key that the body would change otherwise
 */
export async function updateSystemCollection(call: Call, system: SystemCollection): Promise<Outcome<never>> {
  const body = readCollectionBody(call.request)
  assertNone(findSystemChanges(body, system))
  if (system.name !== superusers.name || !changesSuperuserTokens(body, system)) return jsonReply(system)
  const change = (effective: Settings) => {
    const changed = settingsAfter(call, applyTokens(effective, body))
    assertNone(toSuperuserTokenIssues(validateSettings(changed)))
    return changed
  }
  return saveSettings(call, change, settings =>
    systemCollections(settings, system.created).find(({ name }) => name === superusers.name),
  )
}
