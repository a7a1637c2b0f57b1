import { createHmac, hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const algorithm = 'sha256'
/** The block size and the digest size of SHA-256 in bytes. */
const blockSize = 64
const hashSize = 32

/** The two padded key blocks, before the text and before its inner hash. */
interface Pads {
  inner: Buffer
  outer: Buffer
}

/** Maximum number of cached keys. The key of an auth record is used repeatedly. */
const mostKeys = 1000
const known = new LRUCache<string, Pads>({ max: mostKeys })

/** The buffer in which block and text are concatenated; not used after a call. */
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

/** The input of the outer hash. */
const lastText = (message: string, key: string): Buffer => {
  const { inner, outer } = known.get(key) ?? makePads(key)
  text.set(inner)
  const length = text.write(message, blockSize)
  digest.set(outer)
  digest.write(hash(algorithm, text.subarray(0, blockSize + length), 'latin1'), blockSize, 'latin1')
  return digest
}

/**
 * Computes the HMAC-SHA256 of a text in UTF-8 (RFC 2104). Node's implementation creates objects for each call and takes 10 µs; two
 * plain hashes take 2 µs.
 */
export const hmac = (message: string, key: string): Buffer =>
  // A UTF-16 unit takes at most three bytes in UTF-8.
  message.length * 3 > longestText
    ? createHmac(algorithm, key).update(message).digest()
    : hash(algorithm, lastText(message, key), 'buffer')
