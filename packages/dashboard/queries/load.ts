import { queryOptions } from '@tanstack/react-query'
import { client } from './connection/client.ts'

/** What happened in one minute. */
export interface LoadSample {
  /** End of the minute in milliseconds since 1970. */
  time: number
  requests: number
  /** Responses with a status of 500 or more. */
  errors: number
  /** Latency in milliseconds that half of the responses, and 95 %, did not exceed. */
  median: number
  p95: number
  /** Share of the minute in which the writer was busy, from 0 to 1. */
  writerLoad: number
}

/** Loads the last hour by minute, oldest first; the last sample is the current minute. */
export const loadQuery = queryOptions({
  queryKey: ['load'],
  queryFn: ({ signal }): Promise<LoadSample[]> => client.send('/api/load', { signal }),
  refetchInterval: 30_000,
  gcTime: 0,
})

/** What clients use of a limited resource. */
export interface LimitedResource {
  name: string
  description: string
  unit: 'bytes' | 'count' | 'ms'
  perClient: number
  total: number
  /** The amount that all clients use together, and the client that uses most. */
  used: number
  largest: number
}

/** A client that has reached a limit. */
export interface Rejection {
  address: string
  user?: string
  /** The name of the resource, or `attempts`. */
  resource: string
  outcome: 'rejected' | 'dropped'
  scope: 'perClient' | 'total'
  count: number
  /** Milliseconds since 1970. */
  lastAt: number
}

export interface ClientLimits {
  resources: LimitedResource[]
  rejections: Rejection[]
}

/** Loads the use of all limits, and the clients that have reached one, the latest first. */
export const limitsQuery = queryOptions({
  queryKey: ['load', 'limits'],
  queryFn: ({ signal }): Promise<ClientLimits> => client.send('/api/load/limits', { signal }),
  refetchInterval: 30_000,
  gcTime: 0,
})
