import type { FieldType, Issue } from '../contract.ts'
import { abilities } from './abilities.ts'
import { exampleText } from './exampleText.ts'
import { type TextOptions, textOptions, validateTextOptions } from './options.ts'
import { generateText, readTemplate } from './template.ts'
import { lengthHelp } from './textHelp.ts'
import { textRules } from './textRules.ts'
import { validateLength, validatePattern } from './validateText.ts'

function validate(value: string, options: TextOptions): Issue | undefined {
  if (value === '') return undefined
  return validateLength(value, options.min, options.max) ?? validatePattern(value, options)
}

function generate({ autogeneratePattern = '' }: TextOptions, randomBelow: (limit: number) => number): string | undefined {
  const template = autogeneratePattern === '' ? undefined : readTemplate(autogeneratePattern)
  return template && 'root' in template ? generateText(template.root, randomBelow) : undefined
}

/** Plain text. */
export const field: FieldType<TextOptions, string> = {
  ...textRules,
  ...abilities,
  label: 'Plain text',
  options: textOptions,
  validateOptions: validateTextOptions,
  validate,
  generate,
  describe: options =>
    [lengthHelp(options), options.pattern && `Must match \`${options.pattern}\`.`].filter(Boolean).join(' ') || 'Any text.',
  example: options => exampleText(text => !validate(text, options), options),
}
