import { errorsBehind } from '../../errors/inspectError.ts'
import { errorCode } from './sqliteErrors.ts'

/** The kinds of disk problems that the server distinguishes. */
export type DiskProblem = 'full' | 'readOnly' | 'failing'

/** System error codes (https://man7.org/linux/man-pages/man3/errno.3.html). */
const systemProblems: Readonly<Record<string, DiskProblem>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'readOnly',
  EIO: 'failing',
}

/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
const sqliteProblems: Readonly<Record<number, DiskProblem>> = { 8: 'readOnly', 10: 'failing', 13: 'full' }

/** SQLITE_IOERR_SHMSIZE: the WAL index could not grow. */
const walIndexFull = 4874

const problemOf = (code: unknown): DiskProblem | undefined => {
  if (typeof code === 'string') return systemProblems[code]
  return code === walIndexFull ? 'full' : typeof code === 'number' ? sqliteProblems[code & 0xff] : undefined
}

/** Returns the disk problem that an error or one of its causes reports. */
export const findDiskProblem = (error: unknown): DiskProblem | undefined =>
  errorsBehind(error)
    .map(behind => problemOf(errorCode(behind)))
    .find(problem => problem !== undefined)
