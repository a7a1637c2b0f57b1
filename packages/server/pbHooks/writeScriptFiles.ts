import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sniffFile } from '../files/contentTypes/sniff.ts'
import type { PreparedUpload } from '../files/uploads/storeUploads.ts'
import { uploadFolder } from '../files/uploads/uploadFolder.ts'

/** A file that a script adds to a record. */
export interface ScriptFile {
  field: string
  /** The name under which it is stored. */
  name: string
  originalName: string
  bytes: Uint8Array
}

/** Writes files of scripts to a temporary folder, as uploads of requests are. */
export async function writeScriptFiles(dataDir: string, files: readonly ScriptFile[]) {
  const uploads = new Map<string, PreparedUpload[]>()
  const folder = uploadFolder(dataDir)
  try {
    for (const [index, { field, name, originalName, bytes }] of files.entries()) {
      const path = join(await folder.path(), String(index))
      await writeFile(path, bytes)
      const { contentType } = await sniffFile(path)
      const upload = { field, name: originalName, path, size: bytes.length }
      uploads.set(field, [...(uploads.get(field) ?? []), { upload, name, contentType }])
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
  return { uploads, remove: folder.remove }
}
