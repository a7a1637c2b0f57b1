import type { Issue } from '@coffer/fields'

export const invalidToken: Issue = { code: 'validation_invalid_token', message: 'Invalid or expired token.' }

export const otherCollection: Issue = {
  code: 'validation_token_collection_mismatch',
  message: 'The provided token is for different auth collection.',
}
