import { errorsBehind } from '../errors/inspectError.ts'
import { DatabaseError, type DiskProblem } from './DatabaseError.ts'

/** System error codes (https://man7.org/linux/man-pages/man3/errno.3.html). */
const systemProblems: Readonly<Record<string, DiskProblem>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'readOnly',
  EIO: 'failing',
}

function problemOf(error: Error): DiskProblem | undefined {
  if (error instanceof DatabaseError)
    return error.kind === 'full' || error.kind === 'readOnly' || error.kind === 'failing' ? error.kind : undefined
  return 'code' in error ? systemProblems[String(error.code)] : undefined
}

/** Returns the disk problem that an error or one of its causes reports. */
export function findDiskProblem(error: unknown): DiskProblem | undefined {
  return errorsBehind(error)
    .map(problemOf)
    .find(problem => problem !== undefined)
}
