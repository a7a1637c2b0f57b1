function textOf(error: unknown, key: string): string {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' ? value : ''
}

const missingNames = ['NotFound', 'NoSuchKey']

/** Whether an error means that the file does not exist. */
export function isMissing(error: unknown): boolean {
  return textOf(error, 'code') === 'ENOENT'
}

const generalNames = ['Error', 'AggregateError']

/** Returns the name or code of an error and its message. */
function describeError(error: unknown): string {
  const [name = '', code = '', message = ''] = ['name', 'code', 'message'].map(key => textOf(error, key))
  const parts = [generalNames.includes(name) ? code : name, message].filter(part => part !== '')
  return parts.join(': ') || 'The storage server could not be reached.'
}

/**
 * Converts an error of the S3 library to an error with a readable message, without the attached request.
 * @param timeoutMs the timeout that has expired, if the error is a timeout
 */
export function explainS3(error: unknown, timeoutMs?: number): Error {
  if (timeoutMs !== undefined)
    return new Error(`The storage server did not answer within ${timeoutMs / 1000} s.`, { cause: error })
  const explained = new Error(describeError(error))
  return missingNames.includes(textOf(error, 'name')) ? Object.assign(explained, { code: 'ENOENT' }) : explained
}
