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
