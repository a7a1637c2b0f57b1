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
