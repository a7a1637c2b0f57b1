import { errorsBehind } from '../errors/inspectError.ts'
import { errorCode } from './sqliteErrors.ts'

/** What is wrong with the disk. */
export type DiskProblem = 'full' | 'readOnly' | 'failing'

/** Codes of the system (https://man7.org/linux/man-pages/man3/errno.3.html). */
const systemProblems: Readonly<Record<string, DiskProblem>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'readOnly',
  EIO: 'failing',
}

/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
const sqliteProblems: Readonly<Record<number, DiskProblem>> = { 8: 'readOnly', 10: 'failing', 13: 'full' }

/** SQLITE_IOERR_SHMSIZE: the index of the write-ahead log could not grow. */
const noRoomForIndex = 4874

const problemOf = (code: unknown): DiskProblem | undefined => {
  if (typeof code === 'string') return systemProblems[code]
  return code === noRoomForIndex ? 'full' : typeof code === 'number' ? sqliteProblems[code & 0xff] : undefined
}

/** Returns what is wrong with the disk when an error, or one behind it, comes from that. */
export const findDiskProblem = (error: unknown): DiskProblem | undefined =>
  errorsBehind(error)
    .map(behind => problemOf(errorCode(behind)))
    .find(problem => problem !== undefined)
