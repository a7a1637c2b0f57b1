/** Maximum characters that are retained of an output, the last ones, and of an error of code, the first ones. */
export const maxTextLength = 16 * 1024

/**
 * An error of a hook, a route or a job. The stack is the one in its process, with the lines of the user's files, and the key of the hook,
 * to which the dashboard links from the log.
 */
export class CodeError extends Error {
  constructor(stack: string, hook?: string) {
    super(stack.split('\n')[0])
    this.stack = hook === undefined ? stack : `${stack}\nHook: ${hook}`
  }
}

/** Thrown when a file does not end loading in time. */
export class LoadTimeoutError extends Error {}

/** Thrown when a route does not respond in time. */
export class RouteTimeoutError extends Error {}

/** Thrown when a client cancels its request to a route before the response begins. */
export class RouteCanceledError extends Error {}

/** Thrown when hooks do not end in time. */
export class HookTimeoutError extends Error {}

/** What clients get to read when a hook fails. Its error is only in the log. */
export const hookFailed = 'A hook of the server failed.'

/** The error of requests for records while the hooks could not be loaded. */
export const hooksNotLoaded =
  'The server could not load its hooks, so it rejects requests for records. An admin can see the error in Settings > Code.'
