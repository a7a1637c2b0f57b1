import type { Field, OptionIssue } from '../contract.ts'
import { fieldType } from '../fieldTypes.ts'
import { validateNumberText } from '../number/typedNumber.ts'
import { isMaxSelectTooLow, maxSelectTooLowIssue } from './maxSelectIssue.ts'

/** Validates typed options of a field: first their shape, then the rules of the type. */
export function validateFieldOptions(field: Pick<Field, 'type' | 'options'>): OptionIssue[] {
  const type = fieldType(field)
  const blank: Record<string, unknown> = { ...type.options.parse({}) }
  const textIssues = Object.entries(field.options).flatMap(([key, typed]): OptionIssue[] => {
    if (typeof typed === 'string') {
      const holdsText = blank[key] === undefined || typeof blank[key] === 'string'
      if (!holdsText && isMaxSelectTooLow(typed)) return [maxSelectTooLowIssue(key)]
      const issue = holdsText ? type.validateText?.(typed) : validateNumberText(typed)
      return issue ? [{ ...issue, path: [key] }] : []
    }
    // For a number, the shape is invalid only if it is not an integer.
    if (typeof typed !== 'number' || type.options.safeParse({ [key]: typed }).success) return []
    return [{ path: [key], code: 'validation_not_integer', message: 'Must be a whole number.' }]
  })
  if (textIssues.length > 0) return textIssues
  const read = type.options.safeParse(field.options)
  return read.success ? (type.validateOptions?.(read.data as Record<string, unknown>) ?? []) : []
}
