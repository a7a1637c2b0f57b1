import type { Upload } from '../../messages/Upload.ts'
import type { RecordInput } from '../../records/RecordInput.ts'

/** Returns a file with the name of its field: `field+` adds it after the files of the field, `+field` before them. */
function withField(upload: Upload): Upload {
  const { field } = upload
  if (field.startsWith('+')) return { ...upload, field: field.slice(1), isFirst: true }
  return field.endsWith('+') ? { ...upload, field: field.slice(0, -1) } : upload
}

/** Replaces the keys of files that have a modifier, `field+` and `+field`, by the names of their fields. */
export function readFileModifiers(input: RecordInput): RecordInput {
  return { ...input, files: input.files.map(withField) }
}
