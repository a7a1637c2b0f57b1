/** Attempts to be added to a stored bucket. */
export interface CountedAttempts {
  /** The name of the bucket. */
  name: string
  /** The time of the first attempt in milliseconds since 1970. */
  at: number
  /** Milliseconds by which the bucket is full later. */
  addMs: number
  /** Maximum number of milliseconds until the bucket is full. */
  maxMs: number
}

/** A bucket of the attempt limits as stored: some attempts are counted until it is full. */
export interface StoredBucket {
  name: string
  /** When the bucket is full, in milliseconds since 1970. */
  fullAt: number
}

/** The operations of the attempt limits on the database. */
export interface AttemptStore {
  /** Returns the buckets that are not full. */
  load: () => Promise<StoredBucket[]>
  /** Adds attempts and returns the changed buckets, with the attempts that other servers have added. */
  add: (attempts: readonly CountedAttempts[]) => Promise<StoredBucket[]>
}
