import type { FieldType } from '../contract.ts'
import { countTexts, type ListValue, listRules, removeTexts, tooManyIssue } from '../list/listRules.ts'
import { abilities, fileRules, isMultiple } from './abilities.ts'
import { describeAcceptedFiles } from './fileHelp.ts'
import { type FileOptions, fileOptions, validateFileOptions } from './options.ts'

/** Names of stored files. The content is validated when it is uploaded. */
export const field: FieldType<FileOptions, ListValue> = {
  ...listRules(isMultiple),
  ...abilities,
  label: 'File',
  options: fileOptions,
  validateOptions: validateFileOptions,
  validate: (value, { maxSelect }) => {
    const count = countTexts(value)
    return count > 1 && count > maxSelect ? tooManyIssue(maxSelect) : undefined
  },
  // Files are added by uploading them, never by name.
  modify: (value, modifier, operand) => (modifier === '-' ? removeTexts(value, operand) : value),
  describe: options =>
    describeAcceptedFiles(fileRules(options)) + (options.protected ? ' Served only to users who can view the record.' : ''),
  example: options => (isMultiple(options) ? ['filename.jpg'] : 'filename.jpg'),
}
