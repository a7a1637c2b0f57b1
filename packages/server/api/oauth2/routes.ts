import type { Endpoint } from '../contract.ts'
import { authMethods } from './authMethods.ts'

export const oauth2Routes: readonly Endpoint[] = [authMethods]
