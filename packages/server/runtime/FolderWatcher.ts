import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'

interface FolderEvents {
  /** Called with the name of a changed file, or of another change in a folder. */
  onChange: (name: string) => void
  onError: (error: unknown) => void
}

/** Maximum number of watched folders: Linux limits their number for each user. */
const maxFolders = 1_000

const isWatched = (name: string): boolean => name !== 'node_modules' && !name.startsWith('.')

/**
 * Watches a folder and its subfolders, except `node_modules` and hidden ones. The recursive watcher of Node throws for a link that leads
 * to itself, and no longer notices anything once the folder itself was replaced.
 */
export class FolderWatcher {
  readonly #folder: string
  readonly #events: FolderEvents
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #parent: FSWatcher | undefined
  #isClosed = false

  constructor(folder: string, events: FolderEvents) {
    this.#folder = folder
    this.#events = events
    this.#parent = this.#watch(dirname(folder), name => {
      if (name === basename(folder)) this.#restart()
    })
    this.#follow(folder)
  }

  close(): void {
    this.#isClosed = true
    this.#parent?.close()
    for (const watcher of this.#watchers.values()) watcher.close()
  }

  #watch(folder: string, onChange: (name: string) => void): FSWatcher | undefined {
    try {
      return watch(folder, (_, name) => onChange(name ?? '')).on('error', this.#events.onError)
    } catch (error) {
      this.#events.onError(error)
      return undefined
    }
  }

  /** Watches a folder and its subfolders unless they are watched already. Links to folders are not followed. */
  #follow(folder: string): void {
    let entries: string[]
    try {
      const all = readdirSync(folder, { withFileTypes: true })
      entries = all.filter(entry => entry.isDirectory() && isWatched(entry.name)).map(({ name }) => name)
    } catch {
      // It was removed, which its parent notices.
      this.#watchers.get(folder)?.close()
      this.#watchers.delete(folder)
      return
    }
    if (!this.#watchers.has(folder) && this.#watchers.size < maxFolders) {
      const watcher = this.#watch(folder, name => {
        if (!isWatched(name)) return
        this.#follow(folder)
        this.#events.onChange(name)
      })
      if (watcher) this.#watchers.set(folder, watcher)
    }
    for (const name of entries) this.#follow(join(folder, name))
  }

  /** Watches the folder again, which was removed or replaced. */
  #restart(): void {
    if (this.#isClosed) return
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
    this.#follow(this.#folder)
    this.#events.onChange('')
  }
}
