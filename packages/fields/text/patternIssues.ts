import type { OptionIssue } from '../contract.ts'
import { sentence } from '../sentence.ts'
import { compilePattern } from './pattern.ts'

/** Validates the syntax of a pattern. */
export function patternIssues(pattern: string): OptionIssue[] {
  const compiled = compilePattern(pattern)
  return 'error' in compiled ? [{ path: ['pattern'], code: 'validation_invalid_regex', message: sentence(compiled.error) }] : []
}
