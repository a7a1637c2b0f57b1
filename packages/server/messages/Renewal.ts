import { signToken, type TokenOrder } from '../crypto/jwt.ts'

/** A token in a response, and the data for signing the next one. */
export interface Renewal {
  order: TokenOrder
  token: string
}

/** Signs a token that can be refreshed from the cache. */
export const renewalOf = (order: TokenOrder): Renewal => ({ order, token: signToken(order) })
