import { sentence } from '@coffer/fields'
import { type Issues, isIssue } from '@coffer/schema'
import { messageOf } from '../errors/inspectError.ts'
import { Rejection } from '../errors/Rejection.ts'

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Formats each issue as `field: sentence`. */
const issueLines = (issues: Issues): string[] =>
  Object.entries(issues).flatMap(([field, part]) => (isIssue(part) ? [`${field}: ${sentence(part.message)}`] : issueLines(part)))

/** Returns the error message for the command line. */
export function explain(error: unknown): string {
  if (!(error instanceof Rejection)) return messageOf(error)
  if (Object.keys(error.issues).length > 0) return issueLines(error.issues).join('\n')
  return [sentence(error.message), error.reason ?? (error.cause === undefined ? '' : messageOf(error.cause))].join(' ').trim()
}

/** An option with an address to listen on. */
export type ListenOption = '--http' | '--https'

const exampleAddresses = { '--http': '127.0.0.1:8091', '--https': '0.0.0.0:8443' }

/**
 * Explains why the server cannot listen on an address, and what to do.
 * @param option the option with the address
 */
export function explainListening(error: unknown, address: string, option: ListenOption): string {
  const example = `as in ${option} ${exampleAddresses[option]}`
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `${address} is in use by another program. Stop that program, or choose another port with ${option}, ${example}.`
    case 'EACCES':
      return `This user is not allowed to listen on ${address}. Choose a port above 1023 with ${option}, ${example}, or give the \
program the capability CAP_NET_BIND_SERVICE, for example with AmbientCapabilities in a systemd unit.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${address}. Choose another with ${option}, ${example}.`
    default:
      return `Cannot listen on ${address}: ${explain(error)}`
  }
}

/** Explains why a data directory cannot be used, and what to do. */
export function explainDirectory(error: unknown, dataDir: string): string {
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
