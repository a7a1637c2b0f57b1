import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from '../sqliteErrors.ts'
import { lockFile } from './reservedNames.ts'

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

const openLock = (path: string): DatabaseSync => {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    const advice = 'Check that this user may write to the directory, and that the disk is neither full nor read-only.'
    throw new Error(`Cannot write ${path}. ${advice}`, { cause: error })
  }
}

/**
 * Keeps other servers from a data directory, until the result is called or the process ends, however it ends: the lock is one that
 * the system takes away with the process.
 * @throws Error with a sentence for the person at the command line while another server has it
 */
export const lockDirectory = (dataDir: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true })
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
      throw new Error(`Another server runs on ${dataDir}. Stop that one first, or choose another directory with --dir.`, {
        cause: error,
      })
    }
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
