import { blank } from '../../issues/rules.ts'
import type { FieldStep } from './FieldStep.ts'
import { keepSystemFields, keepTypes } from './fieldChanges.ts'
import { refuseAccountNames, refuseDuplicates } from './fieldNames.ts'
import { keepRelations } from './relations.ts'
import { validateFieldDraft } from './validateFieldDraft.ts'

/** An auth collection has system columns, and the fields of a view are derived from its query, so both need no fields of their own. */
const requireFields: FieldStep = ({ type, schema }) => (schema.length > 0 || type === 'auth' || type === 'view' ? {} : blank)

const judgeEach: FieldStep = ({ schema }) =>
  Object.fromEntries(
    schema.flatMap((field, index) => {
      const issues = validateFieldDraft(field)
      return Object.keys(issues).length > 0 ? [[index, issues]] : []
    }),
  )

const steps = [requireFields, keepSystemFields, keepTypes, keepRelations, refuseAccountNames, refuseDuplicates, judgeEach]

/** Validates the fields of a collection step by step, and stops at the first step that finds issues. */
export const validateFields: FieldStep = (draft, context) => {
  for (const step of steps) {
    const issues = step(draft, context)
    if (Object.keys(issues).length > 0) return issues
  }
  return {}
}
