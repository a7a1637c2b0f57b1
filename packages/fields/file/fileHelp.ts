import type { FileRules } from '../contract.ts'
import { formatBytes } from './formatBytes.ts'

const shownTypes = 6

/** Describes the accepted files. */
export function describeAcceptedFiles({ maxFiles, maxSize, mimeTypes }: FileRules): string {
  const isSeveral = maxFiles > 1
  const size = maxSize > 0 ? `at most ${formatBytes(maxSize)}${isSeveral ? ' each' : ''}` : ''
  const count = isSeveral ? `Up to ${maxFiles} files` : 'One file'
  const rest = mimeTypes.length - shownTypes
  const types = mimeTypes.slice(0, shownTypes).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  return `${[count, size].filter(Boolean).join(', ')}.${types && ` Types: ${types}.`}`
}

/** Describes the accepted files and how to add them. */
export function fileHelp(rules: FileRules, hasRoom: boolean): string {
  return `${describeAcceptedFiles(rules)} ${hasRoom ? 'Drop or paste files here, too.' : 'Remove one to make room.'}`
}
