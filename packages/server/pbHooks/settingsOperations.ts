import { mergeSettings, redactSettings, type Settings, validateSettings } from '@coffer/schema'
import { Rejection } from '../errors/Rejection.ts'

/** The operations on the settings that a script has, which neither read nor save any. */
export const settingsOperations = {
  mergeSettings,
  redactSettings,
  validateSettings: (settings: Settings): void => {
    const issues = validateSettings(settings)
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
  },
}
