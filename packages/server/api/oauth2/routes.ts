import type { Endpoint } from '../contract.ts'
import { authMethods } from './authMethods.ts'
import { oauth2FormRedirect, oauth2Redirect } from './redirect.ts'

export const oauth2Routes: readonly Endpoint[] = [authMethods, oauth2Redirect, oauth2FormRedirect]
