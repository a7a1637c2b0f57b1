const any = '*'

const patternOf = (origin: string) =>
  new RegExp(
    `^${origin
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  )

/** Patterns with several `*` take quadratic time, so longer origins are not matched. Host names have at most 253 characters. */
const maxOriginLength = 300

/** Returns the `Access-Control-Allow-Origin` value for an origin, or undefined if the origin is not allowed. */
export type AllowOrigin = (origin: string) => string | undefined

/** Compiles a list of allowed origins. In patterns, `*` matches any characters and `?` exactly one. */
export function allowOrigins(origins: readonly string[]): AllowOrigin {
  if (origins.includes(any)) return () => any
  const exact = new Set(origins)
  const patterns = origins.filter(origin => /[*?]/.test(origin)).map(patternOf)
  return origin =>
    exact.has(origin) || (origin.length <= maxOriginLength && patterns.some(pattern => pattern.test(origin))) ? origin : undefined
}
