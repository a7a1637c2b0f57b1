import type { Issue } from '@coffer/fields'
import { lengthBetween } from '../../issues/rules.ts'
import { newerCollectionIdPattern } from '../newer/newerIds.ts'
import type { ValidationContext } from './ValidationContext.ts'

/** The valid characters of a collection id. The id is also the name of the folder with the collection's files. */
export const collectionIdPattern = /^[^@#$&|.,'"\\/\s]+$/

/** Validates the id of a collection. A new collection can have a custom id; it never changes afterwards. */
export function validateId(id: string, { before, collections }: ValidationContext): Issue | undefined {
  if (before)
    return id === '' || id === before.id ? undefined : { code: 'validation_in_invalid', message: 'Must be a valid value.' }
  if (id === '') return undefined
  const wrongLength = newerCollectionIdPattern.test(id) ? undefined : lengthBetween(id, 15, 15)
  if (wrongLength) return wrongLength
  if (!collectionIdPattern.test(id)) return { code: 'validation_match_invalid', message: 'Must be in a valid format.' }
  return collections.some(other => other.id === id)
    ? { code: 'validation_invalid_id', message: 'The model id is invalid or already exists.' }
    : undefined
}
