import { blank } from '../../issues/rules.ts'
import type { FieldStep } from './FieldStep.ts'
import { keepSystemFields, keepTypes } from './fieldChanges.ts'
import { refuseAccountNames, refuseDuplicates } from './fieldNames.ts'
import { keepRelations } from './relations.ts'
import { validateFieldDraft } from './validateFieldDraft.ts'

/** Accounts have columns of their own, and the fields of views come from their query. */
const requireFields: FieldStep = ({ type, schema }) => (schema.length > 0 || type === 'auth' || type === 'view' ? {} : blank)

const judgeEach: FieldStep = ({ schema }) =>
  Object.fromEntries(
    schema.flatMap((field, index) => {
      const issues = validateFieldDraft(field)
      return Object.keys(issues).length > 0 ? [[index, issues]] : []
    }),
  )

const steps = [requireFields, keepSystemFields, keepTypes, keepRelations, refuseAccountNames, refuseDuplicates, judgeEach]

/** Judges the fields of a collection, one question after the other, up to the first that has issues. */
export const validateFields: FieldStep = (draft, surroundings) => {
  for (const step of steps) {
    const issues = step(draft, surroundings)
    if (Object.keys(issues).length > 0) return issues
  }
  return {}
}
