import { validateField } from '@coffer/fields'
import type { Issues } from '@coffer/schema'
import type { Draft } from './Draft.ts'
import type { Judge } from './Judge.ts'
import { validateAuth } from './validateAuth.ts'
import { validateId } from './validateId.ts'
import { validateReferences } from './validateReferences.ts'
import { validateUploads } from './validateUploads.ts'

const only = (issues: Iterable<[string, Issues[string] | undefined]>): Issues =>
  Object.fromEntries([...issues].filter((entry): entry is [string, Issues[string]] => entry[1] !== undefined))

/**
 * Judges a draft: first its id and account; when these pass, every field of the schema, changed or not.
 * @returns issues by field name, empty when the draft may be stored
 */
export const validateDraft = async (draft: Draft, judge: Judge): Promise<Issues> => {
  const account = only(Object.entries({ id: await validateId(draft, judge.reader), ...(await validateAuth(draft, judge)) }))
  if (Object.keys(account).length > 0) return account
  const issues = new Map<string, Issues[string] | undefined>()
  for (const field of draft.collection.schema) {
    const value = draft.values[field.name]
    issues.set(
      field.name,
      validateField(field, value) ??
        validateUploads(field, draft.uploads.get(field.name) ?? []) ??
        (await validateReferences(field, value, judge)),
    )
  }
  return only(issues)
}
