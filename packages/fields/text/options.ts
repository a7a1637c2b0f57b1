import * as v from 'valibot'
import type { OptionIssue } from '../contract.ts'
import { noLessIssues } from '../options/optionIssues.ts'
import { integer, newerSetting, type ShapeOf, setting, shape } from '../options/shape.ts'
import { patternIssues } from './patternIssues.ts'
import { validateTemplate } from './validateTemplate.ts'

/** Limits are in characters. The pattern uses RE2 syntax and can match anywhere in the text; '' accepts all text. */
export const textOptions = shape({
  min: setting(v.nullable(integer), null),
  max: setting(v.nullable(integer), null),
  pattern: setting(v.string(), ''),
  /** Generates the value of a new record that has none; see `template.ts`. */
  autogeneratePattern: newerSetting(v.string()),
})

export type TextOptions = ShapeOf<typeof textOptions>

export function validateTextOptions(options: TextOptions): OptionIssue[] {
  const { min, max, pattern } = options
  const issues = [...noLessIssues(min, 0, 'min'), ...noLessIssues(max, min ?? 0, 'max'), ...patternIssues(pattern)]
  return issues.length > 0 ? issues : validateTemplate(options)
}
