import type { ClientBase, PoolConfig } from 'pg'
import { currentTimeline } from './findOutcome.ts'

/** Tells a primary from a former one. */
export interface ServerIdentity {
  /** The number of the cluster, which its standbys share. */
  system: string
  /** The timeline, as hexadecimal digits of a fixed number. A standby that is promoted begins a later one. */
  timeline: string
}

const selectIdentity = `SELECT system_identifier::text AS system, ${currentTimeline} AS timeline FROM pg_control_system()`

/** Returns the identity of the server of a connection. @throws the error of the driver, also if the server is a standby */
export async function identify(client: ClientBase): Promise<ServerIdentity> {
  const { rows } = await client.query<ServerIdentity>(selectIdentity)
  return rows[0] as ServerIdentity
}

/** Whether a server is a former primary beside another one: that one has been promoted since, or belongs to another cluster. */
export function isFormer(server: ServerIdentity, other: ServerIdentity): boolean {
  return other.system !== server.system || other.timeline > server.timeline
}

/** Makes the next connections look for the primary, if the address has several hosts. */
export function forgetPrimary({ Client }: PoolConfig): void {
  ;(Client as { forget?: () => void } | undefined)?.forget?.()
}
