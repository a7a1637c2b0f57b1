import { useQuery } from '@tanstack/react-query'
import { limitsQuery, loadQuery } from '../../../queries/load.ts'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { ClientLimits } from './ClientLimits.tsx'
import { LastHour } from './LastHour.tsx'

/** The load of the server in the last hour, and the clients that have reached a limit. */
export function ServerPage() {
  const load = useQuery(loadQuery)
  const limits = useQuery(limitsQuery)
  return (
    <SettingsFrame title="Server">
      {load.data ? <LastHour samples={load.data} /> : <QueryNotice query={load} noun="measurements" />}
      {limits.data ? <ClientLimits limits={limits.data} /> : <QueryNotice query={limits} noun="limits" />}
    </SettingsFrame>
  )
}
