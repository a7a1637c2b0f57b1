import type { Endpoint } from '../contract.ts'
import { listExternalAuths } from './listExternalAuths.ts'
import { refreshAccount } from './refresh.ts'
import { removeExternalAuth } from './removeExternalAuth.ts'
import { signInAccount } from './signIn.ts'

export const accountRoutes: readonly Endpoint[] = [signInAccount, refreshAccount, listExternalAuths, removeExternalAuth]
