import { sentence } from '@coffer/fields'
import { type Issues, isIssue } from '@coffer/schema'
import { ApiError } from '../errors/ApiError.ts'
import { messageOf } from '../errors/inspectError.ts'

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Formats each issue as `field: sentence`. */
const issueLines = (issues: Issues): string[] =>
  Object.entries(issues).flatMap(([field, part]) => (isIssue(part) ? [`${field}: ${sentence(part.message)}`] : issueLines(part)))

/** Returns the error message for the command line. */
export const explain = (error: unknown): string => {
  if (error instanceof ApiError && Object.keys(error.data).length > 0) return issueLines(error.data).join('\n')
  return messageOf(error)
}

/** Explains why the server cannot listen on an address, and what to do. */
export const explainListening = (error: unknown, address: string): string => {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `${address} is in use by another program. Stop that program, or choose another port with --http, as in --http 127.0.0.1:8091.`
    case 'EACCES':
      return `This user is not allowed to listen on ${address}. Choose a port above 1023 with --http, as in --http 127.0.0.1:8090.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${address}. Choose another with --http, as in --http 127.0.0.1:8090.`
    default:
      return `Cannot listen on ${address}: ${explain(error)}`
  }
}

/** Explains why a data directory cannot be used, and what to do. */
export const explainDirectory = (error: unknown, dataDir: string): string => {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `This user is not allowed to write to ${dataDir}. Change its owner or mode, or choose another directory with --dir.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${dataDir} is no directory. Choose another with --dir.`
    case 'ENOSPC':
      return `The disk of ${dataDir} is full.`
    default:
      return explain(error)
  }
}
