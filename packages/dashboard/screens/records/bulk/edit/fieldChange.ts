import { type Field, fieldType } from '@coffer/fields'
import type { FieldErrors } from '../../../../queries/connection/failure.ts'
import { fieldIssue } from '../../draft/draftIssues.ts'
import { fieldValueToSend } from '../../draft/recordBody.ts'
import { emptyValue, isNothing, type Way, waysToChange } from './waysToChange.ts'

/** How one field is changed, and with what. */
export interface FieldChange {
  field: Field
  way: Way
  /** As the input holds it. */
  value: unknown
}

/** A change as it begins: nothing is chosen or typed yet, for what is there differs from record to record. */
export function beginChange(field: Field, way = waysToChange(field)[0]?.way ?? 'set'): FieldChange {
  const empty = emptyValue(field)
  return { field, way, value: isNothing(empty) || fieldType(field).holdsTruth ? empty : null }
}

/** The body that makes the changes to a record: nothing but the fields that change. */
export function changeBody(changes: readonly FieldChange[]): Record<string, unknown> {
  return Object.fromEntries(
    changes.map(({ field, way, value }) => {
      if (way === 'clear') return [field.name, emptyValue(field)]
      return [way === 'set' ? field.name : `${field.name}${way}`, fieldValueToSend(field, value)]
    }),
  )
}

/** What is wrong with the changes, by the names of their fields. */
export function changeIssues(changes: readonly FieldChange[]): FieldErrors {
  const issues: FieldErrors = {}
  for (const change of changes) {
    const issue = changeIssue(change)
    if (issue !== undefined) issues[change.field.name] = issue
  }
  return issues
}

function changeIssue({ field, way, value }: FieldChange): string | undefined {
  const ways = waysToChange(field)
  const input = ways.find(each => each.way === way)?.input
  if (input === undefined) return undefined
  if (!isNothing(value)) return fieldIssue(input, value)
  const canClear = way === 'set' && ways.some(each => each.way === 'clear')
  return canClear ? 'Missing value. To empty the field, choose "Clear".' : 'Missing value.'
}
