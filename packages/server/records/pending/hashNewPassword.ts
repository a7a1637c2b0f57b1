import { maxPasswordBytes } from '@coffer/schema'
import { hashPassword } from '../../crypto/passwords.ts'
import { asText } from './scalars.ts'

/**
 * Hashes the submitted password, or returns undefined if there is none that can be stored.
 * Call it outside of transactions: a hash takes a good part of a second.
 */
export const hashNewPassword = async (values: Record<string, unknown>): Promise<string | undefined> => {
  const password = asText(values.password)
  const isPossible =
    password !== '' && password === asText(values.passwordConfirm) && Buffer.byteLength(password) <= maxPasswordBytes
  return isPossible ? hashPassword(password) : undefined
}
