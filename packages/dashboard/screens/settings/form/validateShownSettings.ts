import { blank, mask, type Settings, validateSettings } from '@coffer/schema'
import { type FieldErrors, flattenIssues } from '../../../queries/connection/failure.ts'
import { isTree, overlay, type Tree, valueAt } from './settingPath.ts'

/** Returns whether a page shows the setting. A path in `shown` includes all paths below it. */
export function isShown(path: string, shown: readonly string[]): boolean {
  return shown.some(part => path === part || path.startsWith(`${part}.`))
}

function fractions(part: unknown, path = ''): string[] {
  if (typeof part === 'number') return Number.isInteger(part) ? [] : [path]
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => fractions(value, path === '' ? key : `${path}.${key}`))
}

/** Returns the draft with 0, which means "not set" to the server, in place of numbers whose inputs are empty. */
export function withoutBlanks(settings: Settings, draft: Settings): Settings {
  return overlay(draft, zeros(settings, draft))
}

function zeros(stored: object, draft: object): Tree {
  const changes: Tree = {}
  const values = new Map<string, unknown>(Object.entries(draft))
  for (const [key, old] of Object.entries(stored)) {
    const value = values.get(key)
    if (typeof old === 'number' && value === null) changes[key] = 0
    else if (isTree(old) && isTree(value)) changes[key] = zeros(old, value)
  }
  return changes
}

/** Validates the settings that a page shows as the server would. Masked secrets are not validated. */
export function validateShownSettings(settings: Settings, draft: Settings, shown: readonly string[]): FieldErrors {
  const sent = withoutBlanks(settings, draft)
  const found = {
    ...flattenIssues(validateSettings(sent)),
    ...Object.fromEntries(fractions(sent).map(path => [path, 'Must be a whole number.'])),
  }
  return Object.fromEntries(
    Object.entries(found)
      .filter(([path]) => isShown(path, shown) && valueAt(draft, path) !== mask)
      .map(([path, message]) => {
        const isTypedZero = message === blank.message && valueAt(draft, path) === 0
        return [path, isTypedZero ? 'Must be greater than 0.' : message]
      }),
  )
}
