import { mask, type Settings, validateSettings } from '@coffer/schema'
import { type FieldErrors, flattenIssues } from '../../../queries/failure.ts'
import { valueAt } from './settingPath.ts'

/** Whether a page shows the setting; a path of the page stands for all that lie below it. */
export const isShown = (path: string, shown: readonly string[]): boolean =>
  shown.some(part => path === part || path.startsWith(`${part}.`))

/** What the server would find wrong with the settings that a page shows. Secrets that are masked are not judged. */
export function judgeSettings(draft: Settings, shown: readonly string[]): FieldErrors {
  const found = flattenIssues(validateSettings(draft))
  return Object.fromEntries(Object.entries(found).filter(([path]) => isShown(path, shown) && valueAt(draft, path) !== mask))
}
