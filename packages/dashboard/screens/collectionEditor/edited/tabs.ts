import type { CollectionType } from '@coffer/schema'
import type { FieldErrors } from '../../../queries/connection/failure.ts'
import { issueAt } from './serverIssues.ts'

export type EditorTab = 'schema' | 'rules' | 'options'

const isRule = (path: string) => path.endsWith('Rule') || path === 'ruleTests'

const places: Record<EditorTab, (path: string) => boolean> = {
  schema: path => ['schema', 'fields', 'indexes'].includes(path.split('.')[0] ?? '') || path === 'options.query',
  rules: isRule,
  options: path => path.split('.')[0] === 'options' && !isRule(path) && path !== 'options.query',
}

/** Returns the editor's tabs for a collection type. */
export function tabsOf(type: CollectionType): { id: EditorTab; label: string }[] {
  return [
    { id: 'schema', label: type === 'view' ? 'Query' : 'Fields' },
    { id: 'rules', label: 'API Rules' },
    ...(type === 'auth' ? [{ id: 'options' as const, label: 'Options' }] : []),
  ]
}

/** Returns the tooltip of a tab's error marker: the error of the whole schema, else "Has errors". */
export function tabIssue(tab: EditorTab, errors: FieldErrors): string | undefined {
  if (!Object.keys(errors).some(places[tab])) return undefined
  const whole = tab === 'schema' ? errors.schema : undefined
  return whole ?? 'Has errors'
}

/** Returns the first tab with an issue. */
export function tabOf(errors: FieldErrors): EditorTab | undefined {
  return (['schema', 'rules', 'options'] as const).find(tab => Object.keys(errors).some(places[tab]))
}

/** Returns the key of the first field with an issue in its options. */
export function fieldWithIssue(errors: FieldErrors, keys: readonly string[]): string | undefined {
  return keys.find(key => issueAt(errors, `fields.${key}.options`) !== undefined)
}
