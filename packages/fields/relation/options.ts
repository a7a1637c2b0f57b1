import { z } from 'zod'
import type { OptionIssue } from '../contract.ts'
import { noLessIssues } from '../options/optionIssues.ts'
import { setting } from '../options/setting.ts'

/** `maxSelect` 1 makes the field hold a single id, null sets no limit. `displayFields` is kept for old clients only. */
export const relationOptions = z.object({
  collectionId: setting(z.string(), ''),
  cascadeDelete: setting(z.boolean(), false),
  minSelect: setting(z.int().nullable(), null),
  maxSelect: setting(z.int().nullable(), null),
  displayFields: setting(z.array(z.string()).nullable(), null),
})

export type RelationOptions = z.output<typeof relationOptions>

export const validateRelationOptions = ({ minSelect, maxSelect }: RelationOptions): OptionIssue[] => [
  ...noLessIssues(minSelect, 0, 'minSelect'),
  ...(maxSelect === 0
    ? [{ path: ['maxSelect'], code: 'validation_nil_or_not_empty_required', message: 'Cannot be blank.' }]
    : noLessIssues(maxSelect, minSelect ?? 0, 'maxSelect')),
]
