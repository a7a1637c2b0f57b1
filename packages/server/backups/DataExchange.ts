/** Puts the data of a restored backup in place of the current data, all or nothing. No server must be open meanwhile. */
export interface DataExchange {
  /**
   * Takes the data of an unpacked backup from a folder, if `enter` does not put it in place itself, while the server serves the current data.
   * @param signal ends it
   */
  receive: (folder: string, signal: AbortSignal) => Promise<void>
  /**
   * Puts the new data in place. If it rejects, or if the process ends, `revert` or `recover` must follow.
   * @param isReading whether a read of this process has not ended, which cannot be told from one of another program
   */
  enter: (isReading: boolean) => Promise<void>
  /** Puts the earlier data back. */
  revert: () => Promise<unknown>
  /** Removes the earlier data. */
  complete: () => Promise<void>
  /**
   * Finishes or undoes a restore that the end of the process interrupted.
   * @returns whether a restore was undone
   */
  recover: () => Promise<boolean>
}
