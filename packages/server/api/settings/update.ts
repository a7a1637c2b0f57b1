import { mergeSettings, redactSettings, type Settings, settings, unmaskSettings, validateSettings } from '@coffer/schema'
import { ApiError, badRequest } from '../../errors/ApiError.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { siteSettingsOf } from '../../messages/SiteSettings.ts'
import { changeSettings } from '../../settings/storedSettings.ts'
import { payloadsOf } from '../body/jsonObject.ts'
import { type FormShape, readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

const groups: FormShape = Object.fromEntries(Object.keys(settings.parse({})).map(group => [group, 'json'] as const))

/**
 * Returns the submitted changes of settings, to be applied in order.
 * @throws ApiError 400 if the body cannot be parsed, or has a settings group as a plain form field
 */
const readSettingsBody = (request: ApiRequest): readonly unknown[] => {
  const form = readForm(request, groups)
  return request.body.kind === 'form' ? payloadsOf(request.body.values) : [form]
}

const wrapError = (message: string) => (error: unknown) => {
  throw error instanceof ApiError ? error : badRequest(message, {}, error)
}

/** Applies all parts of a body to the settings, in order. */
const applyBody = (stored: Settings, parts: readonly unknown[]): Settings => {
  try {
    return unmaskSettings(parts.reduce<Settings>(mergeSettings, stored), stored)
  } catch (error) {
    throw badRequest('An error occurred while loading the submitted data.', {}, error)
  }
}

/** Updates the submitted settings. A mask instead of a secret keeps the stored secret. */
export const updateSettings: Endpoint = {
  method: 'PATCH',
  path: '/settings',
  operation: { id: 'updateSettings', summary: 'Update settings', body: { json: 'SettingsUpdate' }, returns: 'Settings' },
  runs: 'writes',
  maxBodyBytes: 1024 * 1024,
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const parts = readSettingsBody(request)
    const { encryptionKey, fixedSettings } = app.config
    const change = (effective: Settings) => {
      const changed = applyBody(effective, parts)
      const issues = validateSettings(changed)
      if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
      return changed
    }
    const settings = await changeSettings(app.db, encryptionKey, change, fixedSettings).catch(
      wrapError('An error occurred while submitting the form.'),
    )
    app.versions.advance('settings')
    return jsonReply(redactSettings(settings), { effects: [{ kind: 'settingsChanged', settings: siteSettingsOf(settings) }] })
  },
}
