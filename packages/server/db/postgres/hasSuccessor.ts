import type { PoolConfig } from 'pg'
import { withClient } from './connectionOptions.ts'
import { forgetPrimary, identify, isFormer, type ServerIdentity } from './serverIdentity.ts'

/** Time limit of connecting and asking, because a node does not serve while it waits after a lapse of its lease. */
const maxCheckMs = 2_000

/**
 * Returns whether a server is a former primary, as far as a new connection to the address can tell.
 * @param options connection options of `connectionOptions`
 */
export async function hasSuccessor(server: ServerIdentity, options: PoolConfig): Promise<boolean> {
  forgetPrimary(options)
  try {
    const limited = { ...options, connectionTimeoutMillis: maxCheckMs, query_timeout: maxCheckMs }
    return isFormer(server, await withClient(limited, identify))
  } catch {
    // Without a connection, nothing is known about others.
    return false
  }
}
