import type { FieldType, Issue } from '../contract.ts'
import { countCharacters } from '../countCharacters.ts'
import { abilities } from './abilities.ts'
import { type TextOptions, textOptions, validateTextOptions } from './options.ts'
import { matchesPattern } from './pattern.ts'
import { lengthHelp } from './textHelp.ts'
import { textRules } from './textRules.ts'

const validate = (value: string, options: TextOptions): Issue | undefined => {
  if (value === '') return undefined
  const { min, max, pattern } = options
  if (min !== null || max !== null) {
    const count = countCharacters(value)
    if (min !== null && count < min) {
      return { code: 'validation_min_text_constraint', message: `Must be at least ${min} character(s).` }
    }
    if (max !== null && count > max) {
      return { code: 'validation_max_text_constraint', message: `Must be less than ${max} character(s).` }
    }
  }
  if (pattern !== '' && !matchesPattern(options, value)) {
    return { code: 'validation_invalid_format', message: 'Invalid value format.' }
  }
  return undefined
}

/** Example texts for common patterns. */
const exampleTexts = ['Some text', 'some-text', 'sometext', 'SOMETEXT', '12345', 'AB12345678', '#a0b1c2']

const example = (options: TextOptions): string => {
  const fitting = exampleTexts.map(text => text.padEnd(options.min ?? 0, text.at(-1)).slice(0, options.max ?? undefined))
  return fitting.find(text => !validate(text, options)) ?? ''
}

/** Plain text. */
export const field: FieldType<TextOptions, string> = {
  ...textRules,
  ...abilities,
  label: 'Plain text',
  options: textOptions,
  validateOptions: validateTextOptions,
  validate,
  describe: options =>
    [lengthHelp(options), options.pattern && `Must match \`${options.pattern}\`.`].filter(Boolean).join(' ') || 'Any text.',
  example,
}
