import { type Field, fieldType, type Issue, validateUpload } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { sniffFile } from '../../files/contentTypes/sniff.ts'
import { storedName } from '../../files/uploads/storedName.ts'
import type { PreparedUpload } from '../../files/uploads/storeUploads.ts'
import type { Upload } from '../../messages/Upload.ts'

/** Prepares a file that is rejected because its field has too many: only its name counts, and it may not have been written. */
const prepareExcess = (upload: Upload): PreparedUpload => ({ upload, name: storedName(upload.name, ''), contentType: '' })

async function prepare(upload: Upload): Promise<PreparedUpload> {
  const { contentType, extension } = await sniffFile(upload.path)
  return { upload, name: storedName(upload.name, extension), contentType }
}

/**
 * Prepares the uploads whose key is the name of a file field. A single-valued field takes only the first. If a field has more than it
 * accepts, none of its files is read.
 */
export async function prepareUploads(
  collection: Collection,
  uploads: readonly Upload[],
): Promise<ReadonlyMap<string, readonly PreparedUpload[]>> {
  const prepared = new Map<string, PreparedUpload[]>()
  for (const field of collection.schema) {
    if (!fieldType(field).holdsFiles) continue
    const given = uploadsOf(field, uploads)
    if (given.length === 0) continue
    if (hasTooMany(field, given)) {
      prepared.set(field.name, given.map(prepareExcess))
      continue
    }
    const files: PreparedUpload[] = []
    // Sequentially: reading a thousand files at once would block all other disk access.
    for (const upload of given) files.push(await prepare(upload))
    prepared.set(field.name, files)
  }
  return prepared
}

function uploadsOf(field: Field, uploads: readonly Upload[]): Upload[] {
  const given = uploads.filter(upload => upload.field === field.name)
  return fieldType(field).isMultiple(field.options) ? given : given.slice(0, 1)
}

/** Returns whether the new files of a field alone are more than it accepts. */
export function hasTooMany(field: Field, uploads: readonly unknown[]): boolean {
  return uploads.length > (fieldType(field).holdsFiles?.(field.options).maxFiles ?? 0)
}

/** Validates size and content of a field's new files. Returns the first issue. */
export function validateUploads(field: Field, uploads: readonly PreparedUpload[]): Issue | undefined {
  const rules = fieldType(field).holdsFiles?.(field.options)
  for (const { upload, name, contentType } of rules ? uploads : []) {
    const issue = rules && validateUpload(rules, { name: upload.name, storedName: name, size: upload.size, contentType })
    if (issue) return issue
  }
  return undefined
}
