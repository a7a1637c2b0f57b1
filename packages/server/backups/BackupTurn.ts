import { badRequest } from '../errors/ApiError.ts'

/** Lets one backup or restore go on at a time. It outlives what is served, since a restore replaces that. */
export class BackupTurn {
  readonly #watchers = new Set<(isTaken: boolean) => void>()
  #taken: string | undefined

  /** The name of the backup that is being made or restored. */
  get current(): string | undefined {
    return this.#taken
  }

  /**
   * Takes the turn until the result is called.
   * @throws ApiError 400 while another has it
   */
  begin(name: string): () => void {
    if (this.#taken !== undefined) throw badRequest('Try again later - another backup/restore process has already been started.')
    this.#set(name)
    return () => this.#set(undefined)
  }

  /** Has somebody told, now and with every change, whether it is taken; the result ends that. */
  watch(watcher: (isTaken: boolean) => void): () => void {
    this.#watchers.add(watcher)
    watcher(this.#taken !== undefined)
    return () => this.#watchers.delete(watcher)
  }

  #set(name: string | undefined): void {
    this.#taken = name
    for (const watcher of this.#watchers) watcher(name !== undefined)
  }
}
