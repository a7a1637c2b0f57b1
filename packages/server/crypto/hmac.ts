import { createHmac, hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const algorithm = 'sha256'
/** Bytes that SHA-256 takes at a time, and bytes that it gives. */
const blockSize = 64
const hashSize = 32

/** What a key makes of the two blocks that stand before the text and before its hash. */
interface Pads {
  inner: Buffer
  outer: Buffer
}

/** How many keys are remembered: an account's is asked for again and again. */
const mostKeys = 1000
const known = new LRUCache<string, Pads>({ max: mostKeys })

/** Where text and hash are put together; nothing of it outlives a call. */
const longestText = 4096
const text = Buffer.alloc(blockSize + longestText)
const digest = Buffer.alloc(blockSize + hashSize)

const makePads = (key: string): Pads => {
  const bytes = Buffer.from(key)
  const block = Buffer.alloc(blockSize)
  block.set(bytes.length > blockSize ? hash(algorithm, bytes, 'buffer') : bytes)
  const xored = (mask: number) => Buffer.from(block.map(byte => byte ^ mask))
  const pads = { inner: xored(0x36), outer: xored(0x5c) }
  known.set(key, pads)
  return pads
}

/** The text that is hashed last. */
const lastText = (message: string, key: string): Buffer => {
  const { inner, outer } = known.get(key) ?? makePads(key)
  text.set(inner)
  const length = text.write(message, blockSize)
  digest.set(outer)
  digest.write(hash(algorithm, text.subarray(0, blockSize + length), 'latin1'), blockSize, 'latin1')
  return digest
}

/**
 * HMAC-SHA256 of a text in UTF-8 (RFC 2104). Node's own makes objects for each, which takes 10 µs where a request is answered; two plain
 * hashes take 2.
 */
export const hmac = (message: string, key: string): Buffer =>
  // A character takes three bytes at most.
  message.length * 3 > longestText
    ? createHmac(algorithm, key).update(message).digest()
    : hash(algorithm, lastText(message, key), 'buffer')
