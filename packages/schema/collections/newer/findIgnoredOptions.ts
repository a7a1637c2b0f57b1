import { type Issue, parseDate } from '@coffer/fields'
import { collectIssues, type Issues } from '../../issues/Issues.ts'
import { atLeast } from '../../issues/rules.ts'
import { isEmpty } from './isUnchanged.ts'
import type { NewerField } from './NewerCollection.ts'
import { minPasswordLength } from './translateAuth.ts'
import { unsupported } from './unsupported.ts'

const noDate: Issue = { code: 'validation_invalid_date', message: 'Must be a date such as 2024-05-31 14:30:00.' }

const otherKey = unsupported('Only "id" is a primary key. Leave "primaryKey" out; a unique index keeps the values apart.')

/** Validates a limit of dates. Values of other types cannot be read at all. */
function validateDateLimit(limit: unknown): Issue | undefined {
  return typeof limit === 'string' && limit !== '' && parseDate(limit) === '' ? noDate : undefined
}

/** Returns the issues of a field by its keys. */
function issuesOf(field: NewerField, isAuth: boolean): Issues {
  if (field.type === 'date') return collectIssues({ min: validateDateLimit(field.min), max: validateDateLimit(field.max) })
  if (field.type === 'text' && field.name !== 'id') return isEmpty(field.primaryKey) ? {} : { primaryKey: otherKey }
  // 0 stands for the default.
  return isAuth && field.name === 'password' ? collectIssues({ min: atLeast(Number(field.min ?? 0), minPasswordLength) }) : {}
}

/**
 * Finds options of sent fields that would be replaced or ignored.
 * @param type the type of the collection; the fields of a view follow from its query
 * @param start the position of the first sent field among all fields
 */
export function findIgnoredOptions(sent: readonly NewerField[], type: unknown, start: number): Issues {
  if (type === 'view') return {}
  return collectIssues(Object.fromEntries(sent.map((field, index) => [start + index, issuesOf(field, type === 'auth')])))
}
