import type { Issue } from '@coffer/fields'

/** Returns the issue of a value that this server cannot hold. */
export function unsupported(message: string): Issue {
  return { code: 'validation_not_supported', message }
}
