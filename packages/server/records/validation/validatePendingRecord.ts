import { type Field, fieldType, type Issue, validateField } from '@coffer/fields'
import { type Collection, collectIssues, type Issues } from '@coffer/schema'
import { DatabaseError } from '../../db/DatabaseError.ts'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'
import { validateUploads } from '../files/prepareUploads.ts'
import type { PendingRecord } from '../pending/PendingRecord.ts'
import type { ValidationContext } from './ValidationContext.ts'
import { validateAuth } from './validateAuth.ts'
import { validateId } from './validateId.ts'
import { validateReferences } from './validateReferences.ts'

/** Validates a new password. Without one, a stored hash is valid. */
function validatePassword(field: Field, { passwords, values }: PendingRecord): Issue | undefined {
  const password = passwords.get(field.name)
  return password === undefined && values[field.name] !== '' ? undefined : validateField(field, password ?? '')
}

function validateValue(field: Field, pending: PendingRecord): Issue | undefined {
  if (fieldType(field).holdsPassword) return validatePassword(field, pending)
  return validateField(field, pending.values[field.name]) ?? validateUploads(field, pending.uploads.get(field.name) ?? [])
}

/** The fields that refer to records. */
const referringFields = memoizeByObject(({ schema }: Collection) =>
  schema.filter(field => fieldType(field).refersTo !== undefined),
)

async function validateFields(pending: PendingRecord, context: ValidationContext): Promise<Issues> {
  const { collection, values } = pending
  const issues = new Map<string, Issue>()
  const note = ({ name }: Field, issue: Issue | undefined) => issue && issues.set(name, issue)
  for (const field of collection.schema) note(field, validateValue(field, pending))
  // PostgreSQL gets the statements of all references together.
  const validate = async (field: Field) => note(field, await validateReferences(field, values[field.name], context))
  await Promise.all(referringFields(collection).map(field => issues.has(field.name) || validate(field)))
  if (issues.size === 0) return {}
  return collectIssues(Object.fromEntries(collection.schema.map(({ name }) => [name, issues.get(name)])))
}

/**
 * Validates a pending record: first its id and auth columns; if these are valid, every field of the schema, changed or not.
 * @returns issues by field name; empty if the pending record is valid
 */
export async function validatePendingRecord(pending: PendingRecord, context: ValidationContext): Promise<Issues> {
  const id = await validateId(pending, context.transaction)
  const authIssues = collectIssues({ id, ...(pending.auth && (await validateAuth(pending, context))) })
  return Object.keys(authIssues).length > 0 ? authIssues : validateFields(pending, context)
}

/** Turns the violation of a unique index into issues by field. Empty for system columns and for other errors. */
export function uniqueIssues(collection: Collection, error: unknown): Issues {
  const columns = error instanceof DatabaseError ? error.columns.map(column => column.toLowerCase()) : []
  const taken = collection.schema.filter(({ name }) => columns.includes(`${collection.name}.${name}`.toLowerCase()))
  return Object.fromEntries(taken.map(({ name }) => [name, { code: 'validation_not_unique', message: 'Value must be unique.' }]))
}
