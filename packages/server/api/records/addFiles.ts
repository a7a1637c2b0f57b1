import type { Upload } from '../../messages/Upload.ts'
import type { RecordInput } from '../../records/RecordInput.ts'

/** Returns a file by the name of its field: `field+` is added to the files of the field, `+field` comes before them. */
function withField(upload: Upload): Upload {
  const { field } = upload
  if (field.startsWith('+')) return { ...upload, field: field.slice(1), isFirst: true }
  return field.endsWith('+') ? { ...upload, field: field.slice(0, -1) } : upload
}

/** Reads the modifiers in the keys of files. */
export function addFiles(input: RecordInput): RecordInput {
  return { ...input, files: input.files.map(withField) }
}
