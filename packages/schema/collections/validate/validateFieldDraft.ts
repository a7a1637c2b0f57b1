import { fieldType, type Issue, isFieldTypeName } from '@coffer/fields'
import { collectIssues, type Issues, nestIssues } from '../../issues/Issues.ts'
import { lengthBetween, required } from '../../issues/rules.ts'
import type { FieldDraft } from '../CollectionDraft.ts'
import { reservedNames } from '../reservedNames.ts'

function nameIssue(name: string): Issue | undefined {
  const issue = required(name) ?? lengthBetween(name, 1, 255)
  if (issue) return issue
  if (!/^\w+$/.test(name)) return { code: 'validation_match_invalid', message: 'Must be in a valid format.' }
  if (reservedNames.includes(name)) return { code: 'validation_not_in_invalid', message: 'Must not be in list.' }
  // Assigning to this property of an object sets its prototype instead of storing a value.
  if (name === '__proto__')
    return { code: 'validation_invalid_name', message: 'The field cannot be named __proto__, which JavaScript reserves.' }
  return /_via_/i.test(name)
    ? { code: 'validation_invalid_name', message: "The name of the field cannot contain '_via_'." }
    : undefined
}

/** Maximum number of bytes of a help text. */
const maxHelpBytes = 1_000

function typeIssues(field: FieldDraft): Record<string, Issue | Issues | undefined> {
  if (!isFieldTypeName(field.type)) return { type: { code: 'validation_in_invalid', message: 'Must be a valid value.' } }
  const type = fieldType({ type: field.type })
  const setByServer = type.setsDate && { code: 'validation_empty', message: 'Must be blank: the server sets the value.' }
  return {
    required: field.required ? setByServer : undefined,
    help: field.help ? (setByServer ?? lengthBetween(field.help, 0, maxHelpBytes)) : undefined,
    options: nestIssues(type.validateOptions?.(field.options) ?? []),
    unique: field.unique && type.holdsFiles ? { code: 'validation_empty', message: 'Must be blank.' } : undefined,
  }
}

/** Validates one field on its own and returns its issues by key. */
export function validateFieldDraft(field: FieldDraft): Issues {
  return collectIssues({ id: lengthBetween(field.id, 5, 255), name: nameIssue(field.name), ...typeIssues(field) })
}
