import { type Field, fieldType, type Issue, validateUpload } from '@coffer/fields'
import type { PreparedUpload } from '../../files/uploads/storeUploads.ts'

/** Validates size and content of a field's new files. Returns the first issue. */
export const validateUploads = (field: Field, uploads: readonly PreparedUpload[]): Issue | undefined => {
  const rules = fieldType(field).holdsFiles?.(field.options)
  for (const { upload, name, contentType } of rules ? uploads : []) {
    const issue = rules && validateUpload(rules, { name: upload.name, storedName: name, size: upload.size, contentType })
    if (issue) return issue
  }
  return undefined
}
