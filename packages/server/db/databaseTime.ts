import type { Engine } from './engine.ts'

/**
 * Returns the milliseconds by which the clock of the database is ahead of the clock of this machine. A single server uses its own
 * clock.
 */
export function clockOffset({ node }: Engine): number {
  return node?.clockOffsetMs ?? 0
}

/** Returns the time in milliseconds since 1970, by the clock that all nodes of a database share. */
export function databaseTime(db: Engine): number {
  return Date.now() + clockOffset(db)
}
