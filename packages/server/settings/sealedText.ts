import { decrypt, encrypt, isEncrypted } from '../crypto/encryption.ts'

/** Why a stored text cannot be read. */
export interface Unreadable {
  problem: string
  cause: 'damage' | 'key'
}

function decryptOrFail(sealed: string, encryptionKey: string): string | undefined {
  try {
    return decrypt(sealed, encryptionKey)
  } catch {
    return undefined
  }
}

/** Returns the JSON in a row of `_params`, which can be encrypted, or the reason why it cannot be read. */
export function openText(text: string, encryptionKey: string): { json: string } | Unreadable {
  if (!isEncrypted(text)) return { json: text }
  if (encryptionKey === '') return { problem: 'they are encrypted and no key was given with --encryptionEnv', cause: 'key' }
  const json = decryptOrFail(text, encryptionKey)
  // The tag of the encryption does not tell a wrong key from a changed text.
  const problem = 'they are encrypted with another key than the one given with --encryptionEnv, or damaged'
  return json === undefined ? { problem, cause: 'key' } : { json }
}

/** Encrypts JSON for a row of `_params`, if there is a key. */
export function sealText(json: string, encryptionKey: string): string {
  return encryptionKey === '' ? json : encrypt(json, encryptionKey)
}
