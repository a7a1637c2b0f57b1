import { useQuery } from '@tanstack/react-query'
import { newerSettingsQuery } from '../../../queries/settings.ts'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { BatchForm } from './BatchForm.tsx'
import { RateLimitsForm } from './RateLimitsForm.tsx'

/** Limits the requests of each client address, and batches. */
export function RateLimitsPage() {
  const query = useQuery(newerSettingsQuery)
  return (
    <SettingsFrame title="Rate limits">
      {query.data ? (
        <>
          <RateLimitsForm stored={query.data.rateLimits} />
          <BatchForm stored={query.data.batch} />
        </>
      ) : (
        <QueryNotice query={query} noun="rate limits" />
      )}
    </SettingsFrame>
  )
}
