import { mkdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { lockFile } from '../config/reservedNames.ts'
import { FileLock } from '../db/sqlite/FileLock.ts'

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

const openLock = (path: string): FileLock => {
  try {
    return new FileLock(path)
  } catch (error) {
    const advice = 'Check that this user may write to the directory, and that the disk is neither full nor read-only.'
    throw new Error(`Cannot write ${path}. ${advice}`, { cause: error })
  }
}

const servedByAnother = (dataDir: string, cause?: unknown): Error =>
  new Error(`Another server runs on ${dataDir}. Stop that one first, or choose another directory with --dir.`, { cause })

/** Acquires the exclusive lock of the lock file. */
const lockFileOf = (dataDir: string): (() => void) => {
  const path = join(dataDir, lockFile)
  for (;;) {
    const lock = openLock(path)
    try {
      const inode = inodeOf(path)
      if (!lock.acquire()) throw servedByAnother(dataDir)
      // The previous owner can have just removed the file. Then this lock protects nothing.
      if (inode !== undefined && inode === inodeOf(path)) {
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
 * Listens on a Linux abstract socket named after the directory. Unlike the lock file, it cannot be deleted by a person or a cleanup
 * job, after which another server could create and lock a new file.
 */
const claimSocket = (dataDir: string): Promise<() => void> => {
  const { dev, ino } = statSync(dataDir, { bigint: true })
  return new Promise((resolve, reject) => {
    const socket = createServer(connection => connection.destroy())
    const release = () => void socket.close()
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // Without abstract sockets, only the file is used.
      if (error.code === 'EADDRINUSE') reject(servedByAnother(dataDir, error))
      else resolve(() => undefined)
    })
    socket.listen(`\0coffer-${dev}-${ino}`, () => resolve(release)).unref()
  })
}

/**
 * Locks a data directory until the returned function is called or the process ends: the system releases both locks with the
 * process. The file works across containers; the socket works even if the file is deleted.
 * @throws Error with a sentence for the command line if another server holds the lock
 */
export const lockDirectory = async (dataDir: string): Promise<() => void> => {
  mkdirSync(dataDir, { recursive: true })
  const unlockFile = lockFileOf(dataDir)
  try {
    const release = process.platform === 'linux' ? await claimSocket(dataDir) : () => undefined
    return () => {
      unlockFile()
      release()
    }
  } catch (error) {
    unlockFile()
    throw error
  }
}

/** Whether a server currently holds the lock of the directory. */
export const isServed = (dataDir: string): boolean => {
  const path = join(dataDir, lockFile)
  if (inodeOf(path) === undefined) return false
  const lock = openLock(path)
  try {
    return lock.isTaken()
  } finally {
    lock.close()
  }
}
