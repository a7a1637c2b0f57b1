import { mergeSettings, redactSettings, type Settings, validateSettings } from '@coffer/schema'
import { Rejection } from '../errors/Rejection.ts'

/** Operations on settings that a script passes in. They read and save nothing. */
export const settingsOperations = {
  mergeSettings,
  redactSettings,
  validateSettings: (settings: Settings): void => {
    const issues = validateSettings(settings)
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
  },
}
