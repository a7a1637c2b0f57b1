const any = '*'

const patternOf = (origin: string) =>
  new RegExp(
    `^${origin
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  )

/** A host name has 253 characters at most. A pattern with several `*` takes time quadratic in the length of the origin. */
const maxOriginLength = 300

/** Says what `Access-Control-Allow-Origin` answers to an origin; undefined for one that is not allowed. */
export type AllowOrigin = (origin: string) => string | undefined

/** Reads the allowed origins: exact ones, and patterns where `*` stands for any run and `?` for any one character. */
export const allowOrigins = (origins: readonly string[]): AllowOrigin => {
  if (origins.includes(any)) return () => any
  const exact = new Set(origins)
  const patterns = origins.filter(origin => /[*?]/.test(origin)).map(patternOf)
  return origin =>
    exact.has(origin) || (origin.length <= maxOriginLength && patterns.some(pattern => pattern.test(origin))) ? origin : undefined
}
