const pattern = /^\$2[abxy]\$\d\d\$[./0-9A-Za-z]{53}$/

/** Whether a value is a bcrypt hash. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value)
}

/** Returns the hash to store, '' for none. Asserts that it is one, so that a password is never stored. */
export function assertHash(value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  if (isHash(value)) return value
  throw new Error('A password has not been hashed before it is stored.')
}
