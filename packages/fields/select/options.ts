import * as v from 'valibot'
import type { OptionIssue } from '../contract.ts'
import { noGreaterIssue, positiveIssues, requiredIssue } from '../options/optionIssues.ts'
import { integer, type ShapeOf, setting, shape } from '../options/shape.ts'

/** `maxSelect` 1 means a single value. */
export const selectOptions = shape({
  maxSelect: setting(integer, 0),
  values: setting(v.nullable(v.array(v.string())), null),
})

export type SelectOptions = ShapeOf<typeof selectOptions>

export function validateSelectOptions({ maxSelect, values }: SelectOptions): OptionIssue[] {
  const count = values?.length ?? 0
  const limit = Math.max(1, count)
  return [
    ...(maxSelect > limit ? [noGreaterIssue(limit, 'maxSelect')] : positiveIssues(maxSelect, 'maxSelect')),
    ...(count === 0 ? [requiredIssue('values')] : []),
  ]
}
