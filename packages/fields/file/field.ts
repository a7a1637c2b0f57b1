import type { FieldType } from '../contract.ts'
import { countOf, type ListValue, listRules, removeFrom, tooManyIssue } from '../list/listRules.ts'
import { fileAbilities, fileRules, isMultiple } from './abilities.ts'
import { filesTaken } from './fileHelp.ts'
import { type FileOptions, fileOptions, validateFileOptions } from './options.ts'

/** Names of stored files. The content is validated when it is uploaded. */
export const fileField: FieldType<FileOptions, ListValue> = {
  ...listRules(isMultiple),
  ...fileAbilities,
  type: 'file',
  label: 'File',
  options: fileOptions,
  validateOptions: validateFileOptions,
  validate: (value, { maxSelect }) => {
    const count = countOf(value)
    return count > 1 && count > maxSelect ? tooManyIssue(maxSelect) : undefined
  },
  // Files are added by uploading them, never by name.
  modify: (value, modifier, operand) => (modifier === '-' ? removeFrom(value, operand) : value),
  describe: options =>
    filesTaken(fileRules(options)) + (options.protected ? ' Served only to users who can view the record.' : ''),
  example: options => (isMultiple(options) ? ['filename.jpg'] : 'filename.jpg'),
}
