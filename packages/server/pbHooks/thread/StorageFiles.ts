import type { KnownFile, ScriptStorages } from '../fileOperations.ts'
import type { ServedFile } from '../messages.ts'
import { GoError } from './errors.ts'
import type { HostFile } from './HostFile.ts'
import { Reader, toBytes } from './Reader.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

/** What `serve` needs of a response. */
interface ServingResponse {
  serve: (file: ServedFile) => void
}

/** Files of a storage, as `$app.newFilesystem()` of 0.22. */
export class StorageFiles {
  readonly #store: keyof ScriptStorages
  readonly #ask: (name: string, ...args: unknown[]) => unknown

  constructor({ callHost }: ScriptRunner, store: keyof ScriptStorages) {
    this.#store = store
    this.#ask = (name, ...args) => callHost('files', [store, name, ...args])
  }

  exists = (key: string): boolean => this.#find(key) !== undefined

  attributes = (key: string) => {
    const { size, contentType, modified } = this.#found(key)
    return { size, contentType, modTime: new Date(modified) }
  }

  getFile = (key: string): Reader => new Reader(this.#ask('read', String(key)) as Uint8Array)
  upload = (content: unknown, key: string): void => void this.#ask('upload', String(key), toBytes(content))
  uploadFile = (file: HostFile, key: string): void =>
    void this.#ask('upload', String(key), file.reader.open().bytes, file.originalName)
  delete = (key: string): void => void this.#ask('remove', String(key))
  deletePrefix = (prefix: string): unknown[] => {
    this.#ask('removeBelow', String(prefix))
    return []
  }

  /** Returns the files whose keys begin with a prefix. */
  list = (prefix: string) =>
    (this.#ask('list', String(prefix ?? '')) as { key: string; size: number; modified: number }[]).map(
      ({ key, size, modified }) => ({ key, size, modTime: new Date(modified), isDir: false }),
    )

  copy = (from: string, to: string): void => void this.#ask('copy', String(from), String(to))

  /** Answers with a file. The server sends it, with ranges. */
  serve = (response: ServingResponse, _: unknown, key: string, name: string): void => {
    this.#found(key)
    response.serve({ store: this.#store, key: String(key), name: String(name) })
  }

  /** Stores a thumb of a file under another key. The size is one that the API takes, such as `100x50f`. */
  createThumb = (key: string, thumbKey: string, size: string): void => {
    if (this.#store !== 'files') throw new GoError('createThumb needs a file of $app.newFilesystem().')
    this.#ask('createThumb', String(key), String(thumbKey), String(size))
  }

  close = (): void => undefined

  #find(key: string): KnownFile | undefined {
    return this.#ask('find', String(key)) as KnownFile | undefined
  }

  #found(key: string): KnownFile {
    const found = this.#find(key)
    if (!found) throw new GoError(`blob (key "${key}") (code=NotFound): the storage has no such file`)
    return found
  }
}
