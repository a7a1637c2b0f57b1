import type { TokenOrder } from '../../auth/jwt.ts'
import type { Stamp } from '../versions.ts'

/** A token that a reply gives, and what the next one is made of. */
export interface Renewal {
  order: TokenOrder
  token: string
}

/** What must not have changed for a reply to be given again to the same question of the same requester. */
export interface Foundation {
  stamp: Stamp
  /** When the requester's token ends, in milliseconds since 1970. */
  until: number
  renewal?: Renewal
}
