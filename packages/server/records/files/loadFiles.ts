import { type Field, fieldType, listTexts } from '@coffer/fields'
import { badRequest } from '../../errors/ApiError.ts'
import type { PreparedUpload } from '../../files/uploads/storeUploads.ts'

/** Returns the file names that the body removes by keys such as `field.<name or index>` with an empty value. */
const removedByKey = (field: Field, values: Record<string, unknown>, names: readonly string[]): string[] => {
  const isEmptied = (which: string | number) => {
    const key = `${field.name}.${which}`
    return Object.hasOwn(values, key) && (values[key] === '' || values[key] === null)
  }
  return names.filter((name, index) => isEmptied(name) || isEmptied(index))
}

/**
 * Returns the file names that a record would have: the retained ones in the submitted order, then those of new files.
 * @throws ApiError 400 when the body names a file that the record does not have
 */
export const loadFiles = (
  field: Field,
  values: Record<string, unknown>,
  stored: unknown,
  uploads: readonly PreparedUpload[],
): { value: unknown; removed: string[] } => {
  const type = fieldType(field)
  const before = listTexts(stored)
  const submitted = Object.hasOwn(values, field.name) ? listTexts(type.normalize(values[field.name], field.options)) : before
  if (submitted.some(name => !before.includes(name))) {
    throw badRequest('Failed to load the submitted data due to invalid formatting.', {
      [field.name]: { code: 'validation_unknown_filenames', message: 'The field contains unknown filenames.' },
    })
  }
  const removedNames = removedByKey(field, values, submitted)
  const retained = submitted.filter(name => !removedNames.includes(name))
  const added = uploads.map(({ name }) => name)
  const after = added.length > 0 && !type.isMultiple(field.options) ? added : [...retained, ...added]
  return { value: type.normalize(after, field.options), removed: before.filter(name => !after.includes(name)) }
}
