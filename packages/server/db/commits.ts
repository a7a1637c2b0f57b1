/** The changes of a commit. */
export interface Changes {
  /** Ids of the collections whose records changed. */
  records: ReadonlySet<string>
  /** Whether collections themselves changed. */
  collections: boolean
  /** Whether the settings or the web hooks changed. */
  settings: boolean
}

/** What consumers of a committed change have to know, as plain data. Its owner defines it, see `events/defineEvent.ts`. */
export interface DataEvent {
  readonly type: string
  readonly data: unknown
}

/** The events of one commit, in the order in which its transactions emitted them. */
export interface Commit {
  /** Number of the commit. It grows with each commit that has events, and is assigned before the database commits. */
  seq: number
  events: readonly DataEvent[]
}

/** Receives the events of all commits, in the order of the commits, once they are on disk and before their transactions resolve. */
export interface CommitListener {
  /** Returns the number of a commit with events, which is about to begin. */
  begin: () => number
  /** Called with the events of a commit; without events if the commit has failed. */
  committed: (commit: Commit) => void
  /** Called if events may have been lost, because it is unknown whether a commit is on disk. */
  lost: () => void
}
