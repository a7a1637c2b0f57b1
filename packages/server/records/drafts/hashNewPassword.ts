import { longestPassword } from '@coffer/schema'
import { hashPassword } from '../../crypto/passwords.ts'
import { asText } from './scalars.ts'

/**
 * Hashes the password of a body, before any transaction: the hash takes a good part of a second.
 * Gives undefined when there is no password that could be stored.
 */
export const hashNewPassword = async (values: Record<string, unknown>): Promise<string | undefined> => {
  const password = asText(values.password)
  const isPossible =
    password !== '' && password === asText(values.passwordConfirm) && Buffer.byteLength(password) <= longestPassword
  return isPossible ? hashPassword(password) : undefined
}
