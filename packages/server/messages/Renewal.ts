import { signToken, type TokenOrder } from '../crypto/jwt.ts'

/** A token that a reply gives, and what the next one is made of. */
export interface Renewal {
  order: TokenOrder
  token: string
}

/** Makes a token that can be renewed. */
export const renewalOf = (order: TokenOrder): Renewal => ({ order, token: signToken(order) })
