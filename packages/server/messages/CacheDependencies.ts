import type { Stamp } from '../cache/versions.ts'
import type { Renewal } from './Renewal.ts'

/** Says how long a cached response to a requester is valid: until its dependencies change or the token expires. */
export interface CacheDependencies {
  stamp: Stamp
  /** Expiry of the requester's token, in milliseconds since 1970. */
  until: number
  renewal?: Renewal
}
