import { type FileHandle, open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { productVersion } from '../config/config.ts'
import { temporaryFolder } from '../config/reservedNames.ts'
import type { FileDigest } from './Digester.ts'

/**
 * Name of the manifest in an archive. PocketBase 0.22 neither restores nor backs up this folder, so a manifest never ends up in another
 * archive.
 */
export const manifestName = `${temporaryFolder}/manifest.jsonl`

/** Version of the format: a header line, then a line for each file. */
const manifestVersion = 1

/** Writes a manifest line by line, so that its size is not limited by memory. */
export class ManifestWriter {
  readonly #path: string
  readonly #file: FileHandle

  private constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  /** Creates the file and writes the header. */
  static async create(path: string): Promise<ManifestWriter> {
    const writer = new ManifestWriter(path, await open(path, 'wx'))
    const created = new Date().toISOString()
    await writer.#write({ manifest: manifestVersion, product: 'Coffer', version: productVersion(), protocol: '0.22', created })
    return writer
  }

  async add(name: string, { size, sha256 }: FileDigest): Promise<void> {
    await this.#write({ name, size, sha256 })
  }

  /** Closes the file and returns its path. */
  async finish(): Promise<string> {
    await this.#file.close()
    return this.#path
  }

  async #write(line: object): Promise<void> {
    await this.#file.write(`${JSON.stringify(line)}\n`)
  }
}

function parseLine(line: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(line) as object) }
  } catch (error) {
    throw new Error('The manifest of the archive is damaged.', { cause: error })
  }
}

function changed(what: string): Error {
  const advice = `Restore another backup, or delete ${manifestName} from the archive to skip this check.`
  return new Error(`The archive has changed since it was created: ${what}. ${advice}`)
}

/** A manifest to compare with the unpacked files. */
export class Manifest {
  readonly #digests = new Map<string, string>()

  /**
   * Reads a manifest.
   * @throws Error if it is damaged, or if its format is not supported
   */
  static async read(content: Readable): Promise<Manifest> {
    const manifest = new Manifest()
    let isFirst = true
    for await (const line of createInterface({ input: content })) {
      const entry = parseLine(line)
      if (isFirst && entry.manifest !== manifestVersion)
        throw new Error('The archive was created by a newer version of Coffer. Restore it with that version.')
      if (!isFirst) manifest.#digests.set(String(entry.name), `${entry.size} ${entry.sha256}`)
      isFirst = false
    }
    return manifest
  }

  /** @throws Error if the file is not in the manifest or differs from it */
  assertFile(name: string, { size, sha256 }: FileDigest): void {
    const expected = this.#digests.get(name)
    if (expected === undefined) throw changed(`${JSON.stringify(name)} is not in the manifest`)
    if (expected !== `${size} ${sha256}`) throw changed(`${JSON.stringify(name)} differs from the manifest`)
    this.#digests.delete(name)
  }

  /** @throws Error if a file of the manifest has not been asserted */
  assertComplete(): void {
    const [missing] = this.#digests.keys()
    if (missing !== undefined) throw changed(`${JSON.stringify(missing)} is missing`)
  }
}
