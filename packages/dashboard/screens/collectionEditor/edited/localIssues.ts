import { validateFieldOptions } from '@coffer/fields'
import { reservedAuthNames, reservedNames } from '@coffer/schema'
import type { FieldErrors } from '../../../queries/connection/failure.ts'
import { authIssues } from './authIssues.ts'
import type { EditedCollection } from './EditedCollection.ts'
import { systemFields } from './fields.ts'
import { fieldPath } from './serverIssues.ts'

/** Validates what can be checked without the server: empty inputs, duplicate and reserved names, and field options. */
export function localIssues(edited: EditedCollection): FieldErrors {
  const { name, type, query, fields } = edited
  const issues: FieldErrors = authIssues(edited)
  if (name === '') issues.name = 'The name cannot be blank.'
  if (type === 'view') {
    if (query.trim() === '') issues['options.query'] = 'The query cannot be blank.'
    return issues
  }
  if (type === 'base' && fields.every(({ isRemoved }) => isRemoved)) issues.schema = 'A collection needs at least one field.'
  const reserved = new Set([...reservedNames, ...systemFields(type).map(lower), ...(type === 'auth' ? reservedAuthNames : [])])
  const taken = new Set<string>()
  for (const { key, field, isRemoved } of fields) {
    if (isRemoved) continue
    const issue = nameIssue(field.name, taken, reserved)
    if (issue !== undefined) issues[fieldPath(key, 'name')] = issue
    taken.add(lower(field.name))
    for (const { path, message } of validateFieldOptions(field)) issues[fieldPath(key, ['options', ...path].join('.'))] = message
  }
  return issues
}

/** SQLite compares column names case-insensitively. */
const lower = (name: string): string => name.toLowerCase()

function nameIssue(name: string, taken: ReadonlySet<string>, reserved: ReadonlySet<string>): string | undefined {
  if (name === '') return 'The name cannot be blank.'
  if (reserved.has(name) || reserved.has(lower(name))) return 'This name is reserved. Choose another.'
  return taken.has(lower(name)) ? 'Another field has this name. Choose another.' : undefined
}
