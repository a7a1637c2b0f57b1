import type { FieldType, Issue } from '../contract.ts'
import { utf8Length } from '../json/utf8Length.ts'
import { exampleText } from '../text/exampleText.ts'
import { textRules } from '../text/textRules.ts'
import { validateLength, validatePattern } from '../text/validateText.ts'
import { abilities } from './abilities.ts'
import { maxCharacters, type PasswordOptions, passwordOptions, validatePasswordOptions } from './options.ts'
import { passwordHelp } from './passwordHelp.ts'

/** Maximum number of bytes of a password; bcrypt ignores the rest. */
const maxBytes = 72

const limitsOf = ({ min, max }: PasswordOptions) => ({ min: min || null, max: max || maxCharacters })

/** Validates a new password, not a stored hash. */
function validate(password: string, options: PasswordOptions): Issue | undefined {
  if (password === '') return undefined
  const { min, max } = limitsOf(options)
  const length = validateLength(password, min, max)
  if (length) return { ...length, newer: { code: length.code, message: length.message.replace('less', 'no more') } }
  const issue = validatePattern(password, options)
  if (issue || utf8Length(password) <= maxBytes) return issue
  return { code: 'validation_max_text_constraint', message: `Must be no more than ${maxBytes} bytes.` }
}

/**
 * A password that is stored as a hash and never returned, as PocketBase has it since 0.23. A value is the hash, or a new password
 * before the server hashes it. PocketBase 0.22 does not know this type.
 */
export const field: FieldType<PasswordOptions, string> = {
  ...textRules,
  ...abilities,
  label: 'Password',
  options: passwordOptions,
  validateOptions: validatePasswordOptions,
  validate,
  toJson: () => '',
  describe: options => `${passwordHelp(options)} An empty text keeps the stored password, \`null\` removes it.`.trim(),
  example: options => exampleText(text => !validate(text, options), limitsOf(options)),
}
