import { queryOptions } from '@tanstack/react-query'
import { client } from './connection/client.ts'

export interface Finding {
  check: string
  /** A `problem` endangers data, access or the service; a `notice` is a setting that may surprise. */
  severity: 'problem' | 'notice'
  message: string
  advice: string
  /** Some of the affected records, files or collections. */
  examples?: string[]
}

export interface HealthReport {
  findings: Finding[]
  passed: { check: string; title: string }[]
  failed: { check: string; message: string }[]
}

/** Checks the data directory, which can take long. The result is not reused, because the page is opened to see the current state. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }): Promise<HealthReport> => client.send('/api/doctor', { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
})
