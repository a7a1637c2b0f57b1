import type { Issues } from '../../issues/Issues.ts'
import { newerAuthKeys } from '../auth/cofferAuth.ts'
import { unsupported } from './unsupported.ts'

/** What a client can send instead of a key, by the keys of PocketBase 0.23 and later that 0.22 does not have. */
const insteadOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(newerAuthKeys.map(key => [key, 'Send it to /today/api/collections.'])),
  fields: 'Send "schema" with the options of each field in "options", or send it to /today/api/collections.',
  viewQuery: 'Send "options.query", or send it to /today/api/collections.',
  manageRule: 'Send "options.manageRule", or send it to /today/api/collections.',
}

const keys = new Map(Object.keys(insteadOf).map(key => [key.toLowerCase(), key]))

/** Finds keys of a submitted collection of 0.22 that only PocketBase 0.23 and later have, and that would be ignored. */
export function findNewerKeys(body: Readonly<Record<string, unknown>>): Issues {
  return Object.fromEntries(
    Object.keys(body).flatMap(sent => {
      const key = keys.get(sent.toLowerCase())
      return key === undefined ? [] : [[sent, unsupported(`"${sent}" is a key of PocketBase 0.23 and later. ${insteadOf[key]}`)]]
    }),
  )
}
