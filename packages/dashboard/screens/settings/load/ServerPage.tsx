import { useQuery } from '@tanstack/react-query'
import { loadQuery } from '../../../queries/load.ts'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { LastHour } from './LastHour.tsx'

/** The load of the server in the last hour. */
export function ServerPage() {
  const query = useQuery(loadQuery)
  return (
    <SettingsFrame title="Server">
      {query.data ? <LastHour samples={query.data} /> : <QueryNotice query={query} noun="measurements" />}
    </SettingsFrame>
  )
}
