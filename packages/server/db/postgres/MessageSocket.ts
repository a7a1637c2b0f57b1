import { Socket } from 'node:net'

/** Bytes that are read at once. All reads of a socket use the same memory. */
const readBytes = 64 * 1024
/** A message begins with its type and the length of the rest, which includes the four bytes of the length. */
const typeBytes = 1
const headerBytes = 5
const dataRow = 'D'.charCodeAt(0)
/** Bytes of rows that are dropped before the connection is closed instead: sending the rest costs PostgreSQL more than a connection. */
const maxDroppedBytes = 8 * 1024 * 1024

/** The end of a message that has not arrived completely. */
interface Unfinished {
  bytes: Buffer
  length: number
}

/**
 * A connection to PostgreSQL that emits complete messages, so a long one is received into memory of its exact size. The driver alone
 * receives it into buffers of 64 KiB, and copies these into one that it doubles again and again. This garbage leaves holes in the heap
 * of the process: after 20 requests for a page of 56 MB, 400 MB were never returned to the system.
 *
 * The emitted bytes are valid until the listeners return.
 */
export class MessageSocket extends Socket {
  #dropsRows = false
  #mayClose = false
  #droppedBytes = 0
  /** The bytes of a dropped row that have not arrived. */
  #bytesToDrop = 0
  /** The beginning of a message whose length has not arrived. */
  #header: Buffer = Buffer.alloc(0)
  #unfinished: Unfinished | undefined

  constructor() {
    super({
      onread: {
        buffer: Buffer.allocUnsafeSlow(readBytes),
        callback: (length, buffer) => {
          this.#receive((buffer as Buffer).subarray(0, length))
          return true
        },
      },
    })
  }

  /**
   * Drops all rows before they are parsed, because nobody needs the rest of a result.
   * @param mayClose whether the connection may be closed if many more follow
   */
  dropRows(mayClose: boolean): void {
    if (this.#dropsRows) return
    this.#dropsRows = true
    this.#mayClose = mayClose
    this.#droppedBytes = 0
  }

  /** Emits rows again. */
  keepRows(): void {
    this.#dropsRows = false
  }

  #receive(chunk: Buffer): void {
    const dropped = Math.min(this.#bytesToDrop, chunk.length)
    this.#bytesToDrop -= dropped
    const bytes = this.#continue(chunk.subarray(dropped))
    const end = this.#emitComplete(bytes)
    if (end > bytes.length) this.#bytesToDrop = end - bytes.length
    else this.#retain(bytes.subarray(end))
  }

  /** Completes what has arrived before. Returns the bytes that follow, or that are still needed to know the length of a message. */
  #continue(bytes: Buffer): Buffer {
    if (this.#header.length > 0) {
      const all = Buffer.concat([this.#header, bytes])
      this.#header = Buffer.alloc(0)
      return all
    }
    const unfinished = this.#unfinished
    if (!unfinished) return bytes
    const copied = bytes.copy(unfinished.bytes, unfinished.length)
    unfinished.length += copied
    if (unfinished.length === unfinished.bytes.length) {
      this.#unfinished = undefined
      this.emit('data', unfinished.bytes)
    }
    return bytes.subarray(copied)
  }

  /** Emits the complete messages. Returns where they end, which is after the last byte if the last one is a dropped row. */
  #emitComplete(bytes: Buffer): number {
    let begin = 0
    let at = 0
    while (bytes.length - at >= headerBytes) {
      const end = at + typeBytes + bytes.readUInt32BE(at + typeBytes)
      const isDropped = this.#dropsRows && bytes[at] === dataRow
      if (end > bytes.length && !isDropped) break
      if (this.#dropsRows) {
        // The end of the statement, after which rows are needed again, is known when the message before them is handled.
        if (isDropped) this.#droppedBytes += end - at
        else this.emit('data', bytes.subarray(at, end))
        begin = end
      }
      at = end
    }
    if (at > begin) this.emit('data', bytes.subarray(begin, at))
    if (this.#mayClose && this.#dropsRows && this.#droppedBytes > maxDroppedBytes) {
      this.destroy(new Error('The result is longer than allowed.'))
    }
    return at
  }

  /** Copies the beginning of a message, because the next read overwrites it. */
  #retain(bytes: Buffer): void {
    if (bytes.length < headerBytes) {
      this.#header = Buffer.from(bytes)
      return
    }
    const message = Buffer.allocUnsafe(typeBytes + bytes.readUInt32BE(typeBytes))
    this.#unfinished = { bytes: message, length: bytes.copy(message) }
  }
}
