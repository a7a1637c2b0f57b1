import { useQuery } from '@tanstack/react-query'
import { currentCollectionsQuery } from '../../../queries/collections/collections.ts'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { ExportForm } from './ExportForm.tsx'

/** Exports the collections as JSON for an import on another server. */
export function ExportPage() {
  const query = useQuery(currentCollectionsQuery(100))
  return (
    <SettingsFrame title="Export collections">
      {query.data ? <ExportForm collections={query.data} /> : <QueryNotice query={query} noun="collections" />}
    </SettingsFrame>
  )
}
