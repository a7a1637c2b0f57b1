import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import { userOf } from './Audience.ts'
import type { Members } from './Audiences.ts'

/** Returns the audiences by user. Those of guests have none. */
function byUser(all: readonly Members[]): Map<string | undefined, Members[]> {
  return Map.groupBy(all, ({ audience }) => userOf(audience.listener))
}

/** Returns the share of each user in the audiences. */
export function sharesOf(all: readonly Members[]): Map<string, number> {
  const shares = new Map<string, number>()
  for (const [user, own] of byUser(all)) if (user !== undefined) shares.set(user, own.length / all.length)
  return shares
}

/** What is to be evaluated, and in whose turn. */
interface Turn {
  address: string
  /** The characters that it keeps in memory. */
  characters: number
}

/**
 * Finds the audiences whose users have no time or memory left for an evaluation, at all of their addresses together. The limits of
 * the address are checked elsewhere.
 */
export function findBeyondLimits(clients: ClientLedger, all: readonly Members[], { address, characters }: Turn): Set<Members> {
  const beyond = new Set<Members>()
  for (const [user, own] of byUser(all)) {
    if (user === undefined) continue
    const hasTime = clients.hasTimeOf('evaluationMs', user)
    if (hasTime && clients.hasRoomOf('changeBytes', user, characters)) continue
    clients.recordRejection({ address, user }, hasTime ? 'changeBytes' : 'evaluationMs')
    for (const members of own) beyond.add(members)
  }
  return beyond
}
