import type { Stamp } from '../cache/versions.ts'
import type { Renewal } from './Renewal.ts'

/** What must not have changed for a reply to be given again to the same question of the same requester. */
export interface Foundation {
  stamp: Stamp
  /** When the requester's token ends, in milliseconds since 1970. */
  until: number
  renewal?: Renewal
}
