import { basename } from 'node:path'
import { storedName } from '../../files/uploads/storedName.ts'
import type { ScriptFile } from '../writeScriptFiles.ts'
import { GoError } from './errors.ts'
import { Reader } from './Reader.ts'

/** A file that a script adds to a record, as in 0.22. */
export class HostFile {
  /** The name under which it is stored, with a random part. */
  name: string
  originalName: string
  size: number
  reader: { open: () => Reader }
  readonly #bytes: Buffer

  constructor(bytes: Buffer, originalName: string) {
    this.#bytes = bytes
    this.name = storedName(originalName, '')
    this.originalName = originalName
    this.size = bytes.length
    this.reader = { open: () => new Reader(bytes) }
  }

  /** Returns the file as it is sent to the server. Throws a GoError if a script has set a name that is a path. */
  toUpload(field: string): ScriptFile {
    if (basename(this.name) !== this.name || /^\.*$|[\\\0]/.test(this.name))
      throw new GoError(`"${this.name}" is not the name of a file: leave the name that $filesystem has chosen.`)
    return { field, name: this.name, originalName: this.originalName, bytes: this.#bytes }
  }
}
