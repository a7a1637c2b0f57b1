import type { FieldType, Issue } from '../contract.ts'
import { countTexts, type ListValue, listRules, removeTexts, tooManyIssue } from '../list/listRules.ts'
import { abilities, fileRules, isMultiple } from './abilities.ts'
import { describeAcceptedFiles } from './fileHelp.ts'
import { type FileOptions, fileOptions, validateFileOptions } from './options.ts'

function validate(value: ListValue, options: FileOptions): Issue | undefined {
  const count = countTexts(value)
  if (count <= 1 || count <= options.maxSelect) return undefined
  const { maxFiles: maxSelect } = fileRules(options)
  const message = `The maximum allowed files is ${maxSelect}.`
  return { ...tooManyIssue(options.maxSelect), newer: { code: 'validation_too_many_files', message, params: { maxSelect } } }
}

/** Names of stored files. The content is validated when it is uploaded. */
export const field: FieldType<FileOptions, ListValue> = {
  ...listRules(isMultiple),
  ...abilities,
  label: 'File',
  options: fileOptions,
  validateOptions: validateFileOptions,
  validate,
  // Files are added by uploading them, never by name.
  modify: (value, modifier, operand) => (modifier === '-' ? removeTexts(value, operand) : value),
  prepend: value => value,
  describe: options =>
    describeAcceptedFiles(fileRules(options)) + (options.protected ? ' Served only to users who can view the record.' : ''),
  example: options => (isMultiple(options) ? ['filename.jpg'] : 'filename.jpg'),
}
