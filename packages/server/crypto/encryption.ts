import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16
const algorithms: Record<number, 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm'> = {
  16: 'aes-128-gcm',
  24: 'aes-192-gcm',
  32: 'aes-256-gcm',
}

function algorithmOf(key: Buffer) {
  const algorithm = algorithms[key.length]
  if (!algorithm) throw new Error(`The encryption key must have 32 characters (16 and 24 work too), not ${key.length}.`)
  return algorithm
}

/** Encrypts a text with AES-GCM. Returns base64 of the concatenated nonce, ciphertext and tag. */
export function encrypt(text: string, key: string): string {
  const keyBytes = Buffer.from(key)
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithmOf(keyBytes), keyBytes, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Reverses `encrypt`. Throws if the key is wrong or the text was modified. */
export function decrypt(sealed: string, key: string): string {
  const keyBytes = Buffer.from(key)
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < nonceLength + tagLength) throw new Error('The encrypted text is too short.')
  const decipher = createDecipheriv(algorithmOf(keyBytes), keyBytes, bytes.subarray(0, nonceLength))
  decipher.setAuthTag(bytes.subarray(-tagLength))
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]).toString('utf8')
}

/** Whether a text can be the result of `encrypt`, whatever the key was. */
export function isEncrypted(text: string): boolean {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length >= nonceLength + tagLength && bytes.toString('base64') === text
}
