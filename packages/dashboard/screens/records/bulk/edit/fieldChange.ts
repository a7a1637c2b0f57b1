import { type Field, fieldType } from '@coffer/fields'
import type { FieldErrors } from '../../../../queries/connection/failure.ts'
import { fieldIssue } from '../../draft/draftIssues.ts'
import { fieldValueToSend } from '../../draft/recordBody.ts'
import { bulkOperations, emptyValue, isEmptyValue, type Operation } from './bulkOperations.ts'

/** The change of one field. */
export interface FieldChange {
  field: Field
  operation: Operation
  /** The value in the input. */
  value: unknown
}

/** Starts a change with an empty value, since the current values differ from record to record. */
export function startChange(field: Field, operation = bulkOperations(field)[0]?.operation ?? 'set'): FieldChange {
  const empty = emptyValue(field)
  return { field, operation, value: isEmptyValue(empty) || fieldType(field).holdsBoolean ? empty : null }
}

/** Returns the request body that applies the changes to a record. */
export function changeBody(changes: readonly FieldChange[]): Record<string, unknown> {
  return Object.fromEntries(
    changes.map(({ field, operation, value }) => {
      if (operation === 'clear') return [field.name, emptyValue(field)]
      return [operation === 'set' ? field.name : `${field.name}${operation}`, fieldValueToSend(field, value)]
    }),
  )
}

/** Validates the changes and returns the issues by field name. */
export function changeIssues(changes: readonly FieldChange[]): FieldErrors {
  const issues: FieldErrors = {}
  for (const change of changes) {
    const issue = changeIssue(change)
    if (issue !== undefined) issues[change.field.name] = issue
  }
  return issues
}

function changeIssue({ field, operation, value }: FieldChange): string | undefined {
  const operations = bulkOperations(field)
  const input = operations.find(each => each.operation === operation)?.input
  if (input === undefined) return undefined
  if (!isEmptyValue(value)) return fieldIssue(input, value)
  const canClear = operation === 'set' && operations.some(each => each.operation === 'clear')
  return canClear ? 'Missing value. To empty the field, choose "Clear".' : 'Missing value.'
}
