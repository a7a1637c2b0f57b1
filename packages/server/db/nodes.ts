import type { Changes, DataEvent } from './commits.ts'

/** The parts of a commit that the nodes of a database need. */
export interface NodeCommit {
  changes: Changes
  events: readonly DataEvent[]
}

/** Identifies a node. Decides whether it can share a database with others. */
export interface NodeIdentity {
  /** Name of the node. No two running nodes of a database have the same. */
  name: string
  version: string
  /** A fingerprint of the encryption key. */
  key: string
}

/** A message from another node. */
export interface NodeMessage {
  id: string
  /** The address of the node that waits for the answer. */
  sender: string
  content: string
}

/** The type of the events with which a node receives messages. Their data is a `NodeMessage`. */
export const nodeMessageType = 'nodeMessage'

/** The answer to a message. `gone`: there is no such node. `late`: the node has not answered in time, so it may or may not have acted. */
export type NodeAnswer = { content: string } | 'gone' | 'late'

/** A token to be taken from a bucket of `size` tokens, which regains one after each interval. */
export interface BucketTake {
  name: string
  size: number
  intervalMs: number
}

/** Requests to be taken from a window of time, which begins with the first one. */
export interface WindowTake {
  key: string
  durationMs: number
  count: number
  /** The maximum number of requests of the window. */
  maxRequests: number
}

/** Counts of all nodes of a database. */
export interface NodeCounters {
  /** Takes a token of each bucket, or of none if one is empty. Returns for each how many milliseconds it is still empty; 0 after the first empty one. */
  takeTokens: (buckets: readonly BucketTake[]) => Promise<number[]>
  giveBackTokens: (buckets: readonly BucketTake[]) => Promise<void>
  /** Takes requests of a window. Returns how many it still had, and the milliseconds until its end. */
  takeRequests: (take: WindowTake) => Promise<{ granted: number; leftMs: number }>
}

/** Sends messages to other nodes of the database. */
export interface NodeMailbox {
  /** Sends a message to the node with an address, and resolves with its answer after five seconds at most. */
  send: (recipient: string, content: string) => Promise<NodeAnswer>
  /** Answers a message. */
  answer: (message: Pick<NodeMessage, 'id' | 'sender'>, content: string) => Promise<void>
}

/** Decides what the log of the nodes contains. */
export interface NodePolicy {
  /** Returns the events of a commit that other nodes need, without the secrets of settings. */
  shared: (events: readonly DataEvent[]) => DataEvent[]
  /** Whether a commit is acknowledged only when every node has applied it. */
  isUrgent: (commit: NodeCommit) => boolean
}

/** A claim of the current minute. Minutes are in milliseconds since 1970. */
export interface MinuteClaim {
  /** The last minute that this node does not claim: it has started it, or another node had claimed it before this one took the duties. */
  after: number
  /** Whether to claim only the minute that follows `after`, so that the first node of a database starts nothing late. */
  onlyNext: boolean
}

/** The work that one node of a database does at a time, by the clock of the database. */
export interface NodeDuties {
  /**
   * Takes the duties for some seconds, unless another node has them. Returns the last minute that was claimed, 0 if none was; undefined if
   * another node has the duties.
   */
  take: () => Promise<number | undefined>
  /**
   * Claims the current minute, whose schedules no other node then starts. Returns it; undefined if another node has the duties, or if it is
   * not to be claimed: the minute that has begun then counts as claimed. A claim can be repeated if its reply is lost.
   */
  claimMinute: (claim: MinuteClaim) => Promise<number | undefined>
}

/** Maximum number of changes that are counted as pending, because each of them is read. */
export const maxCountedChanges = 1000

/** A node as its database lists it. Dates are in the stored form. */
export interface NodeStatus {
  name: string
  version: string
  /** When the node joined the others: at its start, or when it last had to connect to the database again. */
  started: string
  /** Whether the node may serve, because it has renewed its lease in time. */
  isLive: boolean
  /** When the node last renewed its lease. */
  lastSeen: string
  /**
   * Number of changes of the last minute that the node had not applied when it was last seen, or that came since; at most
   * `maxCountedChanges`.
   */
  pendingChanges: number
  /** Whether jobs, automatic backups and web hooks are the work of this node. */
  hasDuties: boolean
  /** Whether this is the node that responds to the request. */
  isResponding: boolean
  /** Number of clients with an open event stream. */
  clients: number
  /** The last error of the node since its start; '' if there was none. */
  lastError: string
  /** When it happened; '' if there was none. */
  lastErrorDate: string
}

/** What a node reports about itself. */
export type NodeReport = Pick<NodeStatus, 'clients' | 'lastError' | 'lastErrorDate'>
