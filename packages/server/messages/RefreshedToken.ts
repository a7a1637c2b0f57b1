import { signToken, type TokenParameters } from '../crypto/jwt.ts'

/** A token in a response, and the data for signing the next one. */
export interface RefreshedToken {
  parameters: TokenParameters
  token: string
}

/** Signs a token that can be refreshed from the cache. */
export const refreshToken = (parameters: TokenParameters): RefreshedToken => ({ parameters, token: signToken(parameters) })
