import {
  findNewerSettings,
  type Issues,
  mergeSettings,
  redactSettings,
  type Settings,
  settings,
  unmaskSettings,
  validateSettings,
} from '@coffer/schema'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { payloadsOf } from '../body/jsonObject.ts'
import { type FormShape, readForm, sentObjects } from '../body/readForm.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriter, type Outcome } from '../Steps.ts'
import { callAround, callBefore, type Events, plainValue, valueAfter } from '../scriptEvents.ts'
import { type SettingsChange, storeSettings } from './storeSettings.ts'

const groups: FormShape = Object.fromEntries(Object.keys(settings.parse({})).map(group => [group, 'json'] as const))

/**
 * Returns the submitted changes of settings, to be applied in order.
 * @throws Rejection if the body cannot be parsed, or has a settings group as a plain form field
 */
function readSettingsBody(request: ApiRequest): readonly unknown[] {
  const form = readForm(request, groups)
  return request.body.kind === 'form' ? payloadsOf(request.body.values) : [form]
}

/** Applies all parts of a body to the settings, in order. */
function applyBody(stored: Settings, parts: readonly unknown[]): Settings {
  try {
    return unmaskSettings(parts.reduce<Settings>(mergeSettings, stored), stored)
  } catch (error) {
    throw new Rejection('invalid', { code: 'dataNotLoaded', cause: error })
  }
}

/** Maximum size in bytes of a body with settings. */
export const maxSettingsBytes = 1024 * 1024

/** Returns the settings as hooks of scripts have left them. Hooks see a mask in place of a secret. */
export function settingsAfter(call: Call, changed: Settings): Settings {
  const value = valueAfter(call, 'newSettings')
  return value?.kind === 'plain' ? unmaskSettings(mergeSettings(changed, value.value), changed) : changed
}

/** Returns what hooks of scripts see of a change of the settings. */
export function settingsEvents({ app }: Call, changed: Settings): Events {
  return { values: { oldSettings: plainValue(redactSettings(app.settings)), newSettings: plainValue(redactSettings(changed)) } }
}

/**
 * Stores changed settings, with the hooks of scripts around it.
 * @param show returns the JSON of settings
 */
export async function saveSettings(
  call: Call,
  change: SettingsChange,
  show: (settings: Settings) => unknown,
): Promise<Outcome<never>> {
  const { app, request } = call
  const hooks = request.scripts && callBefore(call, ['onSettingsBeforeUpdateRequest'], settingsEvents(call, change(app.settings)))
  if (hooks) return hooks
  const settings = await storeSettings(app, change)
  return callAround(call, ['onSettingsAfterUpdateRequest'], jsonReply(show(settings)), () => settingsEvents(call, settings))
}

/** Updates the submitted settings. A mask instead of a secret keeps the stored secret. */
export const updateSettings: Endpoint = {
  method: 'PATCH',
  path: '/settings',
  operation: { id: 'updateSettings', summary: 'Update settings', body: { json: 'SettingsUpdate' }, returns: 'Settings' },
  body: { maxBytes: maxSettingsBytes },
  guard: adminOnly,
  steps: inWriter(async call => {
    const parts = readSettingsBody(call.request)
    const unsupported: Issues = Object.assign({}, ...sentObjects(call.request).map(findNewerSettings))
    const change = (effective: Settings) => {
      const changed = settingsAfter(call, applyBody(effective, parts))
      const issues = { ...validateSettings(changed), ...unsupported }
      if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
      return changed
    }
    return saveSettings(call, change, redactSettings)
  }),
}
