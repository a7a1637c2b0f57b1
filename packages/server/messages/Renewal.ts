import { signToken, type TokenParameters } from '../crypto/jwt.ts'

/** A token in a response, and the data for signing the next one. */
export interface Renewal {
  parameters: TokenParameters
  token: string
}

/** Signs a token that can be refreshed from the cache. */
export const renewalOf = (parameters: TokenParameters): Renewal => ({ parameters, token: signToken(parameters) })
