/** A migration file. */
export interface MigrationFile {
  /** The name, by which it is recorded. */
  name: string
  path: string
  /** `script`: of PocketBase 0.22. */
  kind: 'native' | 'script'
}

export type Direction = 'up' | 'down'

/** A command to the thread of scripts. */
export type ScriptCommand = { kind: 'load'; file: MigrationFile } | { kind: 'run'; name: string; direction: Direction }

/** What went wrong in a script, with the place as `file:line` if it is known. */
interface ScriptFailure {
  message: string
  name: string
  place: string | undefined
}

/** Returns the message of what a script has thrown, and the first place in its file as `file:line`. */
export function placeOf(thrown: unknown, path: string): { message: string; place: string | undefined } {
  // Errors of scripts belong to another context, so they are no instances of this one's Error.
  const { message, stack } = Object(thrown) as { message?: unknown; stack?: unknown }
  const line = typeof stack === 'string' ? stack.split(`${path}:`)[1]?.match(/^\d+/)?.[0] : undefined
  return {
    message: typeof message === 'string' && message !== '' ? message : String(thrown),
    place: line === undefined ? undefined : `${path}:${line}`,
  }
}

/** The answer to a command: whether the loaded file is a migration, or nothing, or a failure. */
export type ScriptAnswer = { isMigration: boolean } | { failure: ScriptFailure } | { done: true }

/** A call of an operation of the server, which blocks the thread. */
export interface HostCall {
  name: string
  args: unknown[]
}

/** The result of a call, or the message of its error. */
export type HostResult = { result: unknown } | { error: string }
