import type { Issue } from '@coffer/fields'
import { lengthBetween, required } from '../../issues/rules.ts'
import type { CollectionDraft } from '../CollectionDraft.ts'
import type { ValidationContext } from './ValidationContext.ts'

const nameForm = /^[a-zA-Z0-9][a-zA-Z0-9_]*$/

const formIssue = (name: string): Issue | undefined =>
  required(name) ??
  lengthBetween(name, 1, 255) ??
  (nameForm.test(name) ? undefined : { code: 'validation_match_invalid', message: 'Must be in a valid format.' })

function usageIssue(name: string, { before, collections }: ValidationContext): Issue | undefined {
  if (before?.system && before.name !== name) {
    return { code: 'validation_collection_system_name_change', message: 'System collections cannot be renamed.' }
  }
  const folded = name.toLowerCase()
  if (collections.some(other => other.id !== before?.id && other.name.toLowerCase() === folded)) {
    return { code: 'validation_collection_name_exists', message: 'Collection name must be unique (case insensitive).' }
  }
  // The API accepts a collection's name wherever it accepts the id.
  return collections.some(({ id }) => id === name)
    ? { code: 'validation_collection_name_id_duplicate', message: 'The name must not match an existing collection id.' }
    : undefined
}

/** Functions of SQLite that return rows. A table of the same name hides them from all queries, such as those of relations. */
const tableFunction = /^(?:json_each|json_tree|pragma_\w+)$/i

/** Validates the name of a collection, which is also the name of its table. */
export function validateName({ name }: CollectionDraft, context: ValidationContext): Issue | undefined {
  const issue = formIssue(name) ?? usageIssue(name, context)
  if (issue) return issue
  if (tableFunction.test(name) && name !== context.before?.name)
    return {
      code: 'validation_invalid_name',
      message: `The name ${name} is that of a function of the database. Choose another one.`,
    }
  return /_via_/i.test(name)
    ? { code: 'validation_invalid_name', message: "The name of the collection cannot contain '_via_'." }
    : undefined
}
