const textOf = (error: unknown, key: string): string => {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' ? value : ''
}

const missingNames = ['NotFound', 'NoSuchKey']

/** Whether an error is that there is no such file. */
export const isMissing = (error: unknown): boolean => textOf(error, 'code') === 'ENOENT'

const generalNames = ['Error', 'AggregateError']

/** What kind of error it is, and what the server or the system says of it. */
const sentenceOf = (error: unknown): string => {
  const [name = '', code = '', message = ''] = ['name', 'code', 'message'].map(key => textOf(error, key))
  const parts = [generalNames.includes(name) ? code : name, message].filter(part => part !== '')
  return parts.join(': ') || 'The storage server could not be reached.'
}

/**
 * An error of the library as one with a sentence, without the request that it belongs to.
 * @param patience milliseconds after which waiting for an answer was given up, if it was
 */
export const explainS3 = (error: unknown, patience?: number): Error => {
  if (patience !== undefined) return new Error(`The storage server did not answer within ${patience / 1000} s.`, { cause: error })
  const explained = new Error(sentenceOf(error))
  return missingNames.includes(textOf(error, 'name')) ? Object.assign(explained, { code: 'ENOENT' }) : explained
}
