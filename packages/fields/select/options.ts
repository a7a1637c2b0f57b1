import { z } from 'zod'
import type { OptionIssue } from '../contract.ts'
import { noGreaterIssue, positiveIssues, requiredIssue } from '../options/optionIssues.ts'
import { setting } from '../options/setting.ts'

/** `maxSelect` 1 makes the field hold a single choice. */
export const selectOptions = z.object({
  maxSelect: setting(z.int(), 0),
  values: setting(z.array(z.string()).nullable(), null),
})

export type SelectOptions = z.output<typeof selectOptions>

export const validateSelectOptions = ({ maxSelect, values }: SelectOptions): OptionIssue[] => {
  const count = values?.length ?? 0
  const limit = Math.max(1, count)
  return [
    ...(maxSelect > limit ? [noGreaterIssue(limit, 'maxSelect')] : positiveIssues(maxSelect, 'maxSelect')),
    ...(count === 0 ? [requiredIssue('values')] : []),
  ]
}
