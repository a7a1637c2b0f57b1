import * as v from 'valibot'
import type { OptionIssue } from '../contract.ts'
import { noLessIssues } from '../options/optionIssues.ts'
import { integer, type ShapeOf, setting, shape } from '../options/shape.ts'

/** `maxSelect` 1 means a single id, null means no limit. `displayFields` is kept only for old clients. */
export const relationOptions = shape({
  collectionId: setting(v.string(), ''),
  cascadeDelete: setting(v.boolean(), false),
  minSelect: setting(v.nullable(integer), null),
  maxSelect: setting(v.nullable(integer), null),
  displayFields: setting(v.nullable(v.array(v.string())), null),
})

export type RelationOptions = ShapeOf<typeof relationOptions>

export function validateRelationOptions({ minSelect, maxSelect }: RelationOptions): OptionIssue[] {
  return [
    ...noLessIssues(minSelect, 0, 'minSelect'),
    ...(maxSelect === 0
      ? [{ path: ['maxSelect'], code: 'validation_nil_or_not_empty_required', message: 'Cannot be blank.' }]
      : noLessIssues(maxSelect, minSelect ?? 0, 'maxSelect')),
  ]
}
