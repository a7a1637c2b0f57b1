import { type Field, fieldType, listTexts } from '@coffer/fields'
import { Rejection } from '../../errors/Rejection.ts'
import type { PreparedUpload } from '../../files/uploads/storeUploads.ts'

/** Returns the file names that the body removes by keys such as `field.<name or index>` with an empty value. */
function removedByKey(field: Field, values: Record<string, unknown>, names: readonly string[]): string[] {
  const isEmptied = (which: string | number) => {
    const key = `${field.name}.${which}`
    return Object.hasOwn(values, key) && (values[key] === '' || values[key] === null)
  }
  return names.filter((name, index) => isEmptied(name) || isEmptied(index))
}

/**
 * Returns the file names that a record would have: the prepended files, the retained ones in the submitted order, the appended files.
 * @throws Rejection `invalid` when the body names a file that the record does not have
 */
export function loadFiles(
  field: Field,
  values: Record<string, unknown>,
  stored: unknown,
  uploads: readonly PreparedUpload[],
): { value: unknown; removed: string[] } {
  const type = fieldType(field)
  const before = listTexts(stored)
  const submitted = Object.hasOwn(values, field.name) ? listTexts(type.normalize(values[field.name], field.options)) : before
  const unknown = submitted.filter(name => !before.includes(name))
  if (unknown.length > 0) {
    const message = `Invalid new files: [${unknown.join(' ')}].`
    const issue = {
      code: 'validation_unknown_filenames',
      message: 'The field contains unknown filenames.',
      newer: { code: 'validation_invalid_file', message, params: { invalidFiles: unknown } },
    }
    throw new Rejection('invalid', { code: 'unknownFiles', issues: { [field.name]: issue } })
  }
  const removedNames = removedByKey(field, values, submitted)
  const retained = submitted.filter(name => !removedNames.includes(name))
  const namesOf = (added: readonly PreparedUpload[]) => added.map(({ name }) => name)
  const prepended = namesOf(uploads.filter(({ upload }) => upload.isFirst))
  const appended = namesOf(uploads.filter(({ upload }) => !upload.isFirst))
  const isReplaced = uploads.length > 0 && !type.isMultiple(field.options)
  const after = isReplaced ? namesOf(uploads) : [...prepended, ...retained, ...appended]
  return { value: type.normalize(after, field.options), removed: before.filter(name => !after.includes(name)) }
}
