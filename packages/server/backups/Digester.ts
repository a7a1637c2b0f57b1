import { createHash } from 'node:crypto'

/** Size and digest of a file. */
export interface FileDigest {
  /** Size in bytes. */
  size: number
  /** SHA-256 in hexadecimal. */
  sha256: string
}

/** Computes the size and digest of a file from its chunks. */
export class Digester {
  readonly #hash = createHash('sha256')
  #size = 0

  update(chunk: Uint8Array): void {
    this.#hash.update(chunk)
    this.#size += chunk.length
  }

  /** Returns the result. Can only be called once. */
  digest(): FileDigest {
    return { size: this.#size, sha256: this.#hash.digest('hex') }
  }
}
