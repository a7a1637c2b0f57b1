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
import { valueAfter } from '../../scriptEvents.ts'
import { saveSettings, settingsAfter } from '../../settings/update.ts'
import { readCollectionBody } from './readForm.ts'

type Json = Readonly<Record<string, unknown>>

const notUpdated = (issues: Issues) => new Rejection('invalid', { code: 'collectionNotUpdated', issues })

function applyTokens(effective: Settings, body: Json): Settings {
  try {
    return withSuperuserTokens(effective, body)
  } catch (error) {
    throw new Rejection('invalid', { code: 'dataNotLoaded', cause: error })
  }
}

/**
 * Returns the settings with the tokens of superusers from request bodies, which hooks of scripts may have changed.
 * @param toRejection returns the error for issues of tokens
 * @throws Rejection if the tokens cannot be read or have issues, or if hooks have left invalid settings
 */
export function settingsWithTokens(
  call: Call,
  effective: Settings,
  bodies: readonly Json[],
  toRejection: (issues: Issues) => Rejection,
): Settings {
  const changed = settingsAfter(call, bodies.reduce(applyTokens, effective))
  const issues = validateSettings(changed)
  const tokens = toSuperuserTokenIssues(issues)
  if (Object.keys(tokens).length > 0) throw toRejection(tokens)
  // Other stored settings can be invalid already, and stay so. What hooks have changed must be valid.
  if (valueAfter(call, 'newSettings') && Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
  return changed
}

/**
 * Updates a system collection. Only the tokens of superusers can be changed, which are part of the settings.
 * @param system the collection as clients see it
 * @throws Rejection with an issue for each key that the body would change otherwise
 */
export async function updateSystemCollection(call: Call, system: SystemCollection): Promise<Outcome<never>> {
  const body = readCollectionBody(call.request)
  const issues = findSystemChanges(body, system)
  if (Object.keys(issues).length > 0) throw notUpdated(issues)
  if (system.name !== superusers.name || !changesSuperuserTokens(body, system)) return jsonReply(system)
  return saveSettings(
    call,
    effective => settingsWithTokens(call, effective, [body], notUpdated),
    settings => systemCollections(settings, system.created).find(({ name }) => name === superusers.name),
  )
}
