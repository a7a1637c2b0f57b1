import { mkdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lockFile } from '../config/reservedNames.ts'
import { isBusy } from '../db/sqliteErrors.ts'

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

const openLock = (path: string): DatabaseSync => {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    const advice = 'Check that this user may write to the directory, and that the disk is neither full nor read-only.'
    throw new Error(`Cannot write ${path}. ${advice}`, { cause: error })
  }
}

const servedByAnother = (dataDir: string, cause: unknown): Error =>
  new Error(`Another server runs on ${dataDir}. Stop that one first, or choose another directory with --dir.`, { cause })

/** Takes the exclusive lock of the lock file. */
const lockFileOf = (dataDir: string): (() => void) => {
  const path = join(dataDir, lockFile)
  for (;;) {
    const lock = openLock(path)
    try {
      const inode = inodeOf(path)
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
      // Whoever had it before may just have removed the file: then this is a lock on nothing.
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
      if (!isBusy(error)) throw error
      throw servedByAnother(dataDir, error)
    }
  }
}

/**
 * Listens on an abstract socket of Linux that is named after the directory itself. It has no file that a person or a cleaning job
 * could delete, as they can delete the lock file, whose next owner would then lock a new one.
 */
const claimSocket = (dataDir: string): Promise<() => void> => {
  const { dev, ino } = statSync(dataDir, { bigint: true })
  return new Promise((resolve, reject) => {
    const socket = createServer(connection => connection.destroy())
    const release = () => void socket.close()
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // Where there are no such sockets, the file has to do.
      if (error.code === 'EADDRINUSE') reject(servedByAnother(dataDir, error))
      else resolve(() => undefined)
    })
    socket.listen(`\0coffer-${dev}-${ino}`, () => resolve(release)).unref()
  })
}

/**
 * Keeps other servers from a data directory, until the result is called or the process ends, however it ends: the system takes
 * both locks away with the process. The file works across containers, the socket without the file.
 * @throws Error with a sentence for the person at the command line while another server has it
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

/** Whether a server has the directory now. */
export const isServed = (dataDir: string): boolean => {
  const path = join(dataDir, lockFile)
  if (inodeOf(path) === undefined) return false
  using lock = openLock(path)
  try {
    lock.exec('SELECT name FROM sqlite_schema')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  }
}
