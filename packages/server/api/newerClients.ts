import { newerSystemCollections } from '@coffer/schema'
import { Rejection, type RejectionCode } from '../errors/Rejection.ts'

/** Returns the 404 that names the page about SDKs. */
function unsupportedClient(): Rejection {
  return new Rejection('missing', {
    message:
      'This server does not have this route of PocketBase 0.23 and later. ' +
      'The page "Which SDK?" of the manual lists what works.',
  })
}

/** Returns the 404 for a missing collection. Newer clients sign in admins with a system collection that 0.22 does not have. */
export function missingCollection(idOrName: string, code?: RejectionCode): Rejection {
  return newerSystemCollections.includes(idOrName) ? unsupportedClient() : new Rejection('missing', code && { code })
}
