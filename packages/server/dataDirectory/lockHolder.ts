import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'

/** A process that holds a lock. */
export interface LockHolder {
  pid: number
  /** The program and its first arguments, without options, which can contain secrets. */
  command: string
}

/** The first of the bytes that SQLite locks (https://sqlite.org/src/file?name=src/os.h). */
const firstLockedByte = 2 ** 30
const maxArguments = 3
const maxWordLength = 80

/** Locks of the system as lines such as `1: POSIX  ADVISORY  WRITE 4711 08:01:131090 1073741824 1073742335`. */
const lockLine = /^\d+: POSIX +\w+ +(READ|WRITE) +(\d+) +[\da-f]+:[\da-f]+:(\d+) +\d+ +(\d+|EOF)$/gm

/** Lists the locks of files that can conflict with SQLite's. Returns none where the system does not list them. */
function listLocks(): { pid: number; inode: number; isExclusive: boolean }[] {
  try {
    return [...readFileSync('/proc/locks', 'utf8').matchAll(lockLine)]
      .map(([, mode, pid, inode, last]) => ({
        pid: Number(pid),
        inode: Number(inode),
        isExclusive: mode === 'WRITE',
        isOnSqlite: last === 'EOF' || Number(last) >= firstLockedByte,
      }))
      .filter(({ isOnSqlite }) => isOnSqlite)
  } catch {
    return []
  }
}

/** Shortens a long word. A path keeps its end, which names the program. */
function shorten(word: string): string {
  if (word.length <= maxWordLength) return word
  return word.startsWith('/') ? `…${word.slice(-maxWordLength)}` : `${word.slice(0, maxWordLength)}…`
}

function describe(pid: number): LockHolder {
  try {
    const values = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const words = values.filter(value => value !== '' && !value.startsWith('-')).slice(0, maxArguments)
    return { pid, command: words.map(shorten).join(' ').replaceAll(/\s+/g, ' ') }
  } catch {
    return { pid, command: '' }
  }
}

/** Finds another process that has locked a file; undefined if the system does not tell. */
export function findLockHolder(path: string): LockHolder | undefined {
  const inode = statSync(path, { throwIfNoEntry: false })?.ino
  const lock = listLocks().find(lock => lock.inode === inode && lock.pid !== process.pid)
  return lock && describe(lock.pid)
}

/** Returns the targets of the open files of a process of this user. Another user could pretend to have any file open. */
function openFilesOf(pid: number): string[] {
  try {
    if (statSync(`/proc/${pid}`).uid !== process.getuid?.()) return []
    return readdirSync(`/proc/${pid}/fd`).map(file => readlinkSync(`/proc/${pid}/fd/${file}`))
  } catch {
    return []
  }
}

/**
 * Finds a process of this user that has locked a file with this path which was deleted afterward; undefined if the system does not
 * tell.
 * @param path without symbolic links
 */
export function findHolderOfDeleted(path: string): LockHolder | undefined {
  const pids = new Set(listLocks().flatMap(({ pid, isExclusive }) => (isExclusive ? [pid] : [])))
  const pid = [...pids].find(candidate => openFilesOf(candidate).includes(`${path} (deleted)`))
  return pid === undefined ? undefined : describe(pid)
}
