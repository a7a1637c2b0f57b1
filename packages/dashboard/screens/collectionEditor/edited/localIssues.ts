import type { FieldErrors } from '../../../queries/failure.ts'
import { authIssues } from './authIssues.ts'
import type { EditedCollection } from './EditedCollection.ts'
import { fieldPath } from './serverIssues.ts'

/** What can be told without the server: what has been left empty. */
export function localIssues(edited: EditedCollection): FieldErrors {
  const { name, type, query, fields } = edited
  const issues: FieldErrors = authIssues(edited)
  if (name === '') issues.name = 'The name cannot be blank.'
  if (type === 'view') {
    if (query.trim() === '') issues['options.query'] = 'The query cannot be blank.'
    return issues
  }
  for (const { key, field, isRemoved } of fields) {
    if (field.name === '' && !isRemoved) issues[fieldPath(key, 'name')] = 'The name cannot be blank.'
  }
  return issues
}
