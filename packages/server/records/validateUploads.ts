import { type Field, type FileRules, fieldType, type Issue } from '@coffer/fields'
import { isContentType } from '../files/sniff.ts'
import type { PreparedUpload } from './prepareUploads.ts'

const judge = ({ maxSize, mimeTypes }: FileRules, { upload, name, contentType }: PreparedUpload): Issue | undefined => {
  if (maxSize > 0 && upload.size > maxSize) {
    return {
      code: 'validation_file_size_limit',
      message: `Failed to upload "${upload.name}" - the maximum allowed file size is ${maxSize} bytes.`,
    }
  }
  if (mimeTypes.length === 0 || mimeTypes.some(allowed => isContentType(contentType, allowed))) return undefined
  return { code: 'validation_invalid_mime_type', message: `"${name}" mime type must be one of: ${mimeTypes.join(', ')}.` }
}

/** Judges size and content of a field's new files; the first that is refused counts. */
export const validateUploads = (field: Field, uploads: readonly PreparedUpload[]): Issue | undefined => {
  const rules = fieldType(field).holdsFiles?.(field.options)
  for (const upload of rules ? uploads : []) {
    const issue = rules && judge(rules, upload)
    if (issue) return issue
  }
  return undefined
}
