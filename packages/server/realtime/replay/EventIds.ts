import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

/** How far a client has received the changes of its subscriptions. */
export interface Progress {
  /** All changes up to this position have been sent, if they were for the client … */
  position: number
  /** … except to these subscriptions, by `subscriptionHash`, which have their own position. */
  exceptions: ReadonlyMap<string, number>
}

const noExceptions: Progress['exceptions'] = new Map()

/** The id of an event after which it is unknown what the client has received. */
const unknownId = 'unknown'
/** Maximum number of exceptions in an id, which each event contains. */
const maxExceptions = 8
const blockBytes = 16
/** Distinguishes the blocks of this server from others. */
const mark = 'coff'
const hashBytes = 6

/** Identifies a subscription among the subscriptions of a client. */
export function subscriptionHash(subscription: string): string {
  return hash('sha1', subscription, 'hex').slice(0, 2 * hashBytes)
}

/** Returns the position up to which a subscription has received the changes. */
export function positionIn({ position, exceptions }: Progress, subscription: string): number {
  return exceptions.size === 0 ? position : (exceptions.get(subscriptionHash(subscription)) ?? position)
}

/** Returns the progress of subscriptions with these positions. The position that most of them have is the common one. */
export function progressOf(positions: readonly (readonly [string, number])[]): Progress {
  const counts = new Map<number, number>()
  for (const [, position] of positions) counts.set(position, (counts.get(position) ?? 0) + 1)
  const [common] = [...counts].reduce((most, count) => (count[1] > most[1] ? count : most), [0, 0])
  const others = positions.filter(([, position]) => position !== common)
  return { position: common, exceptions: new Map(others.map(([text, position]) => [subscriptionHash(text), position])) }
}

/**
 * Writes the progress of clients into the ids of their events, and reads it from the ids that they send when they connect again.
 * Positions are encrypted: they count the changes of all collections, and clients need not know how many others see.
 */
export class EventIds {
  readonly #key = randomBytes(16)
  // Blocks are independent of each other, so one cipher encrypts any number of ids.
  readonly #cipher = createCipheriv('aes-128-ecb', this.#key, null).setAutoPadding(false)
  #last = { position: -1, id: '' }

  /** Returns the id after which a client has received everything up to a position. */
  at(position: number): string {
    if (position !== this.#last.position) this.#last = { position, id: this.of({ position, exceptions: noExceptions }) }
    return this.#last.id
  }

  of({ position, exceptions }: Progress): string {
    if (exceptions.size > maxExceptions) return unknownId
    const blocks = Buffer.alloc(blockBytes * (1 + exceptions.size))
    let offset = 0
    for (const [key, each] of [['', position] as const, ...exceptions]) {
      blocks.write(mark, offset, 'latin1')
      blocks.write(key, offset + mark.length, 'hex')
      blocks.writeUIntBE(each, offset + mark.length + hashBytes, 6)
      offset += blockBytes
    }
    return this.#cipher.update(blocks).toString('base64url')
  }

  /** Returns the progress of an id; undefined if this server has not written the id. */
  read(id: string): Progress | undefined {
    const blocks = Buffer.from(id, 'base64url')
    if (blocks.length === 0 || blocks.length % blockBytes !== 0 || blocks.length > blockBytes * (1 + maxExceptions))
      return undefined
    const plain = createDecipheriv('aes-128-ecb', this.#key, null).setAutoPadding(false).update(blocks)
    const exceptions = new Map<string, number>()
    let position = 0
    for (let offset = 0; offset < plain.length; offset += blockBytes) {
      const start = offset + mark.length
      if (plain.toString('latin1', offset, start) !== mark) return undefined
      const own = plain.readUIntBE(start + hashBytes, 6)
      if (offset === 0) position = own
      else exceptions.set(plain.toString('hex', start, start + hashBytes), own)
    }
    return { position, exceptions }
  }
}
