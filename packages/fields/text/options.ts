import * as v from 'valibot'
import type { OptionIssue } from '../contract.ts'
import { noLessIssues } from '../options/optionIssues.ts'
import { integer, type ShapeOf, setting, shape } from '../options/shape.ts'
import { sentence } from '../sentence.ts'
import { compilePattern } from './pattern.ts'

/** Limits are in characters. The pattern uses RE2 syntax and can match anywhere in the text; '' accepts all text. */
export const textOptions = shape({
  min: setting(v.nullable(integer), null),
  max: setting(v.nullable(integer), null),
  pattern: setting(v.string(), ''),
})

export type TextOptions = ShapeOf<typeof textOptions>

const patternIssues = (pattern: string): OptionIssue[] => {
  const compiled = compilePattern(pattern)
  return 'error' in compiled ? [{ path: ['pattern'], code: 'validation_invalid_regex', message: sentence(compiled.error) }] : []
}

export const validateTextOptions = ({ min, max, pattern }: TextOptions): OptionIssue[] => [
  ...noLessIssues(min, 0, 'min'),
  ...noLessIssues(max, min ?? 0, 'max'),
  ...patternIssues(pattern),
]
