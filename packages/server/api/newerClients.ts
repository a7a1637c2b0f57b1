import { type ApiError, notFound } from '../errors/ApiError.ts'
import type { Endpoint } from './contract.ts'

/**
 * Routes that only clients for PocketBase 0.23 and later request. According to the changelog of PocketBase 0.23, these are the
 * JavaScript SDK 0.22 and the Dart SDK 0.19, and later versions.
 */
export const newerClientRoutes: readonly Pick<Endpoint, 'method' | 'path'>[] = [
  { method: 'POST', path: '/batch' },
  { method: 'POST', path: '/collections/:collection/request-otp' },
  { method: 'POST', path: '/collections/:collection/auth-with-otp' },
  { method: 'POST', path: '/collections/:collection/impersonate/:id' },
  { method: 'DELETE', path: '/collections/:collection/truncate' },
  { method: 'GET', path: '/collections/meta/scaffolds' },
  { method: 'GET', path: '/crons' },
  { method: 'POST', path: '/crons/:id' },
  { method: 'POST', path: '/sql' },
]

const newerSystemCollections = new Set(['_superusers', '_externalAuths', '_mfas', '_otps', '_authOrigins'])

/** Returns the 404 that names the client versions this server supports. */
export const unsupportedClient = (): ApiError =>
  notFound(
    'This client is too new: the server speaks the PocketBase 0.22 protocol. ' +
      'Use the JavaScript SDK 0.21 (npm i pocketbase@0.21) or the Dart SDK 0.18.',
  )

/** Returns the 404 for a missing collection. Newer clients sign in admins with a system collection that 0.22 does not have. */
export const missingCollection = (idOrName: string): ApiError =>
  newerSystemCollections.has(idOrName) ? unsupportedClient() : notFound()
