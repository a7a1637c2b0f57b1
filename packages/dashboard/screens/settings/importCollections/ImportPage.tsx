import { useQuery } from '@tanstack/react-query'
import { currentCollectionsQuery } from '../../../queries/collections/collections.ts'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { ImportForm } from './ImportForm.tsx'

/** Imports collections from an export. */
export function ImportPage() {
  const query = useQuery(currentCollectionsQuery(200))
  return (
    <SettingsFrame title="Import collections">
      {query.data ? (
        <ImportForm stored={query.data} isLoading={query.isFetching} />
      ) : (
        <QueryNotice query={query} noun="collections" />
      )}
    </SettingsFrame>
  )
}
