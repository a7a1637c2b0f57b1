import { queryOptions } from '@tanstack/react-query'
import { client } from './connection/client.ts'

/** One of several servers that share a database. Dates are in the server's format. */
export interface NodeStatus {
  name: string
  version: string
  started: string
  /** Whether the node may serve, because it has reported to the database within the last second. */
  isLive: boolean
  lastSeen: string
  /** Changes of the last minute that the node has not applied; at most `maxCountedChanges`. */
  pendingChanges: number
  /** Whether jobs, automatic backups and web hooks are the work of this node. */
  hasDuties: boolean
  /** Whether this node has answered the request. */
  isResponding: boolean
  /** Clients with an open event stream. */
  clients: number
  /** The last error of the node since its start, and its date; both are empty if there was none. */
  lastError: string
  lastErrorDate: string
}

/** Maximum number of changes that the server counts. */
export const maxCountedChanges = 1000

/** Loads the nodes of the database by name; none if the server is the only one. */
export const nodesQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: ({ signal }): Promise<NodeStatus[]> => client.send('/api/nodes', { signal }),
  refetchInterval: 3_000,
  gcTime: 0,
})
