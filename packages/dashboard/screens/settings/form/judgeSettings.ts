import { mask, type Settings, validateSettings } from '@coffer/schema'
import { type FieldErrors, flattenIssues } from '../../../queries/connection/failure.ts'
import { valueAt } from './settingPath.ts'

/** Whether a page shows the setting; a path of the page stands for all that lie below it. */
export const isShown = (path: string, shown: readonly string[]): boolean =>
  shown.some(part => path === part || path.startsWith(`${part}.`))

const fractions = (part: unknown, path = ''): string[] => {
  if (typeof part === 'number') return Number.isInteger(part) ? [] : [path]
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => fractions(value, path === '' ? key : `${path}.${key}`))
}

/** What the server would find wrong with the settings that a page shows. Secrets that are masked are not judged. */
export function judgeSettings(draft: Settings, shown: readonly string[]): FieldErrors {
  const found = {
    ...flattenIssues(validateSettings(draft)),
    ...Object.fromEntries(fractions(draft).map(path => [path, 'Must be a whole number.'])),
  }
  return Object.fromEntries(Object.entries(found).filter(([path]) => isShown(path, shown) && valueAt(draft, path) !== mask))
}
