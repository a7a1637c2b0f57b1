import type { Stamp } from '../cache/versions.ts'

/** The dependencies of a cached response: it is valid until they change or the token expires. */
export interface CacheDependencies {
  stamp: Stamp
  /** Expiry of the requester's token, in milliseconds since 1970. */
  until: number
}
