import { isSecretSetting, settingAt, settingPaths, settings } from '@coffer/schema'
import { settingVariable } from '../../../packages/server/config/environment.ts'
import { code, table } from './table.ts'

/** One group stands for all providers, which have the same settings. */
const isListed = (path: string) => !/Auth\./.test(path) || path.startsWith('googleAuth.')

function defaultText(path: string, value: unknown): string {
  if (path.endsWith('Token.secret')) return 'random'
  const text = JSON.stringify(value)
  return text.length > 60 ? 'see [Mail](mail.md)' : code(text)
}

/** All settings with their defaults and environment variables. */
export function settingsTable(): string {
  const defaults = settings.parse({})
  return table(
    ['setting', 'default', 'environment variable', 'secret'],
    settingPaths
      .filter(isListed)
      .map(path => [
        code(path),
        defaultText(path, settingAt(defaults, path)),
        code(settingVariable(path)),
        isSecretSetting(path) ? 'yes' : '',
      ]),
  )
}
