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
