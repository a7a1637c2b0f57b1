import type { Route } from '../api/contract.ts'
import type { TryKind } from './TryLimits.ts'

const kinds: Record<string, TryKind> = {
  'auth-with-password': 'password',
  'confirm-password-reset': 'token',
  'confirm-verification': 'token',
  'confirm-email-change': 'token',
  'request-password-reset': 'mail',
  'request-verification': 'mail',
}

/** What can be tried at a route; undefined where nothing can be guessed. */
export const tryKind = ({ method, path }: Pick<Route, 'method' | 'path'>): TryKind | undefined =>
  method === 'POST' ? kinds[path.slice(path.lastIndexOf('/') + 1)] : undefined
