import type { Endpoint } from '../contract.ts'
import { authMethods } from './authMethods.ts'
import { cancelHeldReturn, confirmHeldReturn, viewHeldReturn } from './heldReturns.ts'
import { oauth2FormRedirect, oauth2Redirect } from './redirect.ts'
import { signInWithOAuth2 } from './signInWithOAuth2.ts'

export const oauth2Routes: readonly Endpoint[] = [
  authMethods,
  signInWithOAuth2,
  oauth2Redirect,
  oauth2FormRedirect,
  viewHeldReturn,
  confirmHeldReturn,
  cancelHeldReturn,
]
