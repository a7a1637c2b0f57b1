import { createHash } from 'node:crypto'

/** What identifies the content of a file. */
export interface FileDigest {
  /** Bytes. */
  size: number
  /** In hex. */
  sha256: string
}

/** Computes size and digest of a file from its pieces. */
export class Digester {
  readonly #hash = createHash('sha256')
  #size = 0

  update(piece: Uint8Array): void {
    this.#hash.update(piece)
    this.#size += piece.length
  }

  /** Returns the result; may be called once. */
  digest(): FileDigest {
    return { size: this.#size, sha256: this.#hash.digest('hex') }
  }
}
