import { type Field, fieldType, type Issue, validateField } from '@coffer/fields'
import { collectIssues, type Issues } from '@coffer/schema'
import type { Draft } from '../drafts/Draft.ts'
import { validateUploads } from '../files/validateUploads.ts'
import type { ValidationContext } from './ValidationContext.ts'
import { validateAuth } from './validateAuth.ts'
import { validateId } from './validateId.ts'
import { validateReferences } from './validateReferences.ts'

const validateValue = (field: Field, draft: Draft): Issue | undefined =>
  validateField(field, draft.values[field.name]) ?? validateUploads(field, draft.uploads.get(field.name) ?? [])

const validateFields = async (draft: Draft, context: ValidationContext): Promise<Issues> => {
  const issues: [string, Issue][] = []
  for (const field of draft.collection.schema) {
    const refers = fieldType(field).refersTo !== undefined
    const issue =
      validateValue(field, draft) ?? (refers ? await validateReferences(field, draft.values[field.name], context) : undefined)
    if (issue) issues.push([field.name, issue])
  }
  return Object.fromEntries(issues)
}

/**
 * Validates a draft: first its id and auth columns; if these are valid, every field of the schema, changed or not.
 * @returns issues by field name; empty if the draft is valid
 */
export const validateDraft = async (draft: Draft, context: ValidationContext): Promise<Issues> => {
  const id = await validateId(draft, context.transaction)
  const account = collectIssues({ id, ...(draft.auth && (await validateAuth(draft, context))) })
  return Object.keys(account).length > 0 ? account : validateFields(draft, context)
}
