import { IconButton } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { healthQuery } from '../../../queries/health.ts'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { Report } from './Report.tsx'

/** Checks the installation: data, files, backups and surprising settings. */
export function HealthPage() {
  const query = useQuery(healthQuery)
  const { data, isFetching, refetch } = query
  return (
    <SettingsFrame
      title="Health check"
      actions={
        <IconButton label="Check again" icon={RefreshCw} side="bottom" loading={isFetching} onClick={() => void refetch()} />
      }
    >
      {data ? <Report report={data} /> : <QueryNotice query={query} noun="results" />}
    </SettingsFrame>
  )
}
