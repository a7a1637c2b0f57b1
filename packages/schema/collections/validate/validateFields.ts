import { blank } from '../../issues/rules.ts'
import type { FieldStep } from './FieldStep.ts'
import { rejectSystemFieldChanges, rejectTypeChanges } from './fieldChanges.ts'
import { rejectAuthNames, rejectDuplicates } from './fieldNames.ts'
import { validateFieldDraft } from './validateFieldDraft.ts'
import { validateRelations } from './validateRelations.ts'

/** An auth collection has system columns, and the fields of a view are derived from its query, so both need no fields of their own. */
const requireFields: FieldStep = ({ type, schema }) => (schema.length > 0 || type === 'auth' || type === 'view' ? {} : blank)

const validateEachField: FieldStep = ({ schema }) =>
  Object.fromEntries(
    schema.flatMap((field, index) => {
      const issues = validateFieldDraft(field)
      return Object.keys(issues).length > 0 ? [[index, issues]] : []
    }),
  )

const steps = [
  requireFields,
  rejectSystemFieldChanges,
  rejectTypeChanges,
  validateRelations,
  rejectAuthNames,
  rejectDuplicates,
  validateEachField,
]

/** Validates the fields of a collection step by step, and stops at the first step that finds issues. */
export const validateFields: FieldStep = (draft, context) => {
  for (const step of steps) {
    const issues = step(draft, context)
    if (Object.keys(issues).length > 0) return issues
  }
  return {}
}
