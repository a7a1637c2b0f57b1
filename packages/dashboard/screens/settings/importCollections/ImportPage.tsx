import { useQuery } from '@tanstack/react-query'
import { currentCollectionsQuery } from '../../../queries/collections/collections.ts'
import { useFreshSettings } from '../form/useFreshSettings.ts'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { ImportForm } from './ImportForm.tsx'

/** Imports collections from an export. */
export function ImportPage() {
  const query = useQuery(currentCollectionsQuery(200))
  const { settings, query: settingsQuery } = useFreshSettings()
  return (
    <SettingsFrame title="Import collections">
      {query.data && settings ? (
        <ImportForm stored={query.data} settings={settings} isLoading={query.isFetching} />
      ) : (
        <QueryNotice {...(query.data ? { query: settingsQuery, noun: 'settings' } : { query, noun: 'collections' })} />
      )}
    </SettingsFrame>
  )
}
