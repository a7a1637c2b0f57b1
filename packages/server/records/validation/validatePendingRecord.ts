import { type Field, fieldType, type Issue, validateField } from '@coffer/fields'
import { collectIssues, type Issues } from '@coffer/schema'
import { validateUploads } from '../files/prepareUploads.ts'
import type { PendingRecord } from '../pending/PendingRecord.ts'
import type { ValidationContext } from './ValidationContext.ts'
import { validateAuth } from './validateAuth.ts'
import { validateId } from './validateId.ts'
import { validateReferences } from './validateReferences.ts'

const validateValue = (field: Field, pending: PendingRecord): Issue | undefined =>
  validateField(field, pending.values[field.name]) ?? validateUploads(field, pending.uploads.get(field.name) ?? [])

const validateFields = async (pending: PendingRecord, context: ValidationContext): Promise<Issues> => {
  const { schema } = pending.collection
  const validate = (field: Field) => {
    const refers = fieldType(field).refersTo !== undefined
    return validateValue(field, pending) ?? (refers ? validateReferences(field, pending.values[field.name], context) : undefined)
  }
  // PostgreSQL gets the statements of all references together.
  const issues = await Promise.all(schema.map(validate))
  return collectIssues(Object.fromEntries(schema.map(({ name }, index) => [name, issues[index]])))
}

/**
 * Validates a pending record: first its id and auth columns; if these are valid, every field of the schema, changed or not.
 * @returns issues by field name; empty if the pending record is valid
 */
export const validatePendingRecord = async (pending: PendingRecord, context: ValidationContext): Promise<Issues> => {
  const id = await validateId(pending, context.transaction)
  const authIssues = collectIssues({ id, ...(pending.auth && (await validateAuth(pending, context))) })
  return Object.keys(authIssues).length > 0 ? authIssues : validateFields(pending, context)
}
