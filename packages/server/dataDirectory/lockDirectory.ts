import { chmodSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { lockFile } from '../config/reservedNames.ts'
import { FileLock } from '../db/sqlite/FileLock.ts'
import { findHolderOfDeleted, findLockHolder, type LockHolder } from './lockHolder.ts'

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

function openLock(path: string): FileLock {
  try {
    return new FileLock(path)
  } catch (error) {
    const advice = 'Check that this user may write to the directory, and that the disk is neither full nor read-only.'
    throw new Error(`Cannot write ${path}. ${advice}`, { cause: error })
  }
}

function servedByAnother(dataDir: string, holder: LockHolder | undefined): Error {
  const process = holder ? `: process ${holder.pid}${holder.command && ` (${holder.command})`}` : ''
  return new Error(`Another server runs on ${dataDir}${process}. Stop that one first, or choose another directory with --dir.`)
}

/** Makes the lock file private, because every user who can open it can lock it. It can be left over with another mode. */
function makePrivate(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch {
    // It belongs to another user who lets this one write.
  }
}

/** Acquires the exclusive lock of the lock file. */
function acquireLock(dataDir: string, path: string): () => void {
  for (;;) {
    const lock = openLock(path)
    try {
      const inode = inodeOf(path)
      if (!lock.acquire()) throw servedByAnother(dataDir, findLockHolder(path))
      // The previous owner can have just removed the file. Then this lock protects nothing.
      if (inode !== undefined && inode === inodeOf(path)) {
        makePrivate(path)
        return () => {
          if (!lock.isOpen) return
          rmSync(path, { force: true })
          lock.close()
        }
      }
      lock.close()
    } catch (error) {
      lock.close()
      throw error
    }
  }
}

/**
 * Locks a data directory until the returned function is called or the process ends: the system releases the lock with the process. It
 * works across containers. On Linux, a lock file that was deleted while its server runs is found among the open files of the server.
 * @throws Error with a sentence for the command line if another server holds the lock, with its process if the system tells it
 */
export function lockDirectory(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const path = join(realpathSync(dataDir), lockFile)
  const unlock = acquireLock(dataDir, path)
  const other = findHolderOfDeleted(path)
  if (!other) return unlock
  unlock()
  throw servedByAnother(dataDir, other)
}

/** Whether a server currently holds the lock of the directory. */
export function isServed(dataDir: string): boolean {
  const path = join(dataDir, lockFile)
  if (inodeOf(path) === undefined) return false
  const lock = openLock(path)
  try {
    return lock.isTaken()
  } finally {
    lock.close()
  }
}
