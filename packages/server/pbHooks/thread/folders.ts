import * as fs from 'node:fs'
import { basename, join } from 'node:path'
import { Time } from '../../pb/DateTime.ts'
import { assertNothing } from './assertNothing.ts'
import { attempt } from './attempt.ts'
import { GoError } from './errors.ts'
import { Bytes, Reader } from './Reader.ts'

/** What scripts know of a file, as `fs.FileInfo` of Go. */
interface FileInfo {
  name: () => string
  size: () => number
  isDir: () => boolean
  modTime: () => Time
}

/** An entry of a folder, as `fs.DirEntry` of Go. */
interface Entry extends Pick<FileInfo, 'name' | 'isDir'> {
  info: () => FileInfo
}

/** Returns what is known of a file. A link is a file of its own, unless it is followed. */
function infoOf(path: string, isFollowed = false): FileInfo {
  const verb = isFollowed ? 'stat' : 'lstat'
  const stats = attempt(verb, path, () => (isFollowed ? fs.statSync(path) : fs.lstatSync(path)))
  return {
    name: () => basename(path),
    size: () => stats.size,
    isDir: () => stats.isDirectory(),
    modTime: () => new Time(Math.floor(stats.mtimeMs)),
  }
}

/** Returns the entries of a folder by their names. */
export function readFolder(folder: string): Entry[] {
  const entries = attempt('open', folder, () => fs.readdirSync(folder, { withFileTypes: true }))
  return entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(entry => ({
      name: () => entry.name,
      isDir: () => entry.isDirectory(),
      info: () => infoOf(join(folder, entry.name)),
    }))
}

type Visit<Found> = (path: string, found: Found | null, error: unknown) => unknown

/** Returns a function that visits a file or folder and all below it, by their names. An error of the visitor ends it. */
function walkWith<Found>(toFound: (info: FileInfo) => Found) {
  return (root: string, visit: Visit<Found>): void => {
    const visitAll = (path: string): void => {
      let found: Found | null = null
      let names: string[] = []
      let failure: unknown = null
      try {
        const info = infoOf(path)
        found = toFound(info)
        if (info.isDir()) names = readFolder(path).map(({ name }) => name())
      } catch (error) {
        failure = error
      }
      assertNothing(visit(path, found, failure))
      for (const name of names) visitAll(join(path, name))
    }
    visitAll(String(root))
  }
}

/** `walk` of `$filepath`, whose visitor gets the info of each file. */
export const walk = walkWith(info => info)

/** `walkDir` of `$filepath`, whose visitor gets the entry of each file. */
export const walkDir = walkWith(({ name, isDir, ...info }): Entry => ({ name, isDir, info: () => ({ name, isDir, ...info }) }))

/** Whether a name is a path below a folder, or '.' for the folder itself, as in Go. */
function isInFolder(name: string): boolean {
  return name === '.' || name.split('/').every(part => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'))
}

/** A folder whose files are named by their paths in it, as `$os.dirFS` of 0.22. */
export class DirFs {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  open = (name: string): Reader => new Reader(this.#read(name))
  readFile = (name: string): number[] => Bytes.fromBuffer(this.#read(name))
  readDir = (name: string): Entry[] => readFolder(this.pathOf(name))
  stat = (name: string): FileInfo => infoOf(this.pathOf(name), true)

  /**
   * Returns the path of a file.
   * @throws GoError if the name is no path in the folder
   */
  pathOf(name: string): string {
    const text = String(name)
    if (!isInFolder(text)) throw new GoError(`open ${text}: invalid argument`)
    return join(this.#root, text)
  }

  /** Returns the paths of the files in the folder whose names match a pattern, sorted. */
  glob(pattern: string): string[] {
    if (!isInFolder(pattern)) return []
    return fs
      .globSync(pattern, { cwd: this.#root })
      .sort()
      .map(name => join(this.#root, name))
  }

  #read(name: string): Buffer {
    const path = this.pathOf(name)
    return attempt('open', name, () => fs.readFileSync(path))
  }
}
