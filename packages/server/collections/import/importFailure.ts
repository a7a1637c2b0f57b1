import type { Issue } from '@coffer/fields'
import { type Collection, type Issues, isIssue } from '@coffer/schema'
import { messageOf } from '../../errors/inspectError.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { escapeJson } from '../../messages/json.ts'
import { IndexErrors } from '../sync/buildIndexes.ts'

const code = 'collectionsNotImported'

/** Issues whose messages come from a library in PocketBase 0.22: they start in lower case and have no period at the end. */
const plainCodes = new Set([
  'validation_required',
  'validation_empty',
  'validation_nil',
  'validation_nil_or_not_empty_required',
  'validation_length_invalid',
  'validation_length_out_of_range',
  'validation_match_invalid',
  'validation_is_domain',
  'validation_in_invalid',
  'validation_not_in_invalid',
  'validation_date_out_of_range',
  'validation_min_greater_equal_than_required',
  'validation_max_less_equal_than_required',
])

const plainText = (issue: Issue): string =>
  plainCodes.has(issue.code) ? issue.message.charAt(0).toLowerCase() + issue.message.slice(1).replace(/\.$/, '') : issue.message

const plainTexts = (issues: Issues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(issues)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, isIssue(part) ? plainText(part) : plainTexts(part)]),
  )

/** Creates the error for an import that would make a collection invalid. */
export function invalidAfterImport({ name, id }: Pick<Collection, 'name' | 'id'>, issues: Issues): Rejection {
  const listed = escapeJson(JSON.stringify(plainTexts(issues), null, 2))
  const text = `Data validations failed for collection ${JSON.stringify(name)} (${id}):\n${listed}`
  const issue = { code: 'collections_import_validate_failure', message: text }
  return new Rejection('invalid', { code, issues: { collections: issue } })
}

/** Creates the error for an import that failed. */
export function importFailure(error: unknown): Rejection {
  if (error instanceof Rejection) return error
  if (error instanceof IndexErrors) return new Rejection('conflict', { code, issues: error.issues, cause: error })
  const reason = messageOf(error)
  const text = `Failed to import the collections configuration. Raw error:\n${reason}`
  const issues = { collections: { code: 'collections_import_failure', message: text } }
  return new Rejection('conflict', { code, issues, cause: error })
}
