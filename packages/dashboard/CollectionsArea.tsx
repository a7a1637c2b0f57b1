import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { watchCollectionChanges } from './queries/collections/collectionChanges.ts'
import { collectionsQuery } from './queries/collections/collections.ts'
import { followRecordCounts } from './queries/records/followRecordCounts.ts'
import { settingsQuery } from './queries/settings.ts'
import { CollectionsScreen } from './screens/collections/CollectionsScreen.tsx'
import { openedFromPage, useCloseLayer } from './shell/address/addressLayers.ts'
import { type CollectionPanel, CollectionPanelsContext } from './shell/collections/CollectionPanelsContext.ts'
import { useAfterLoad } from './shell/loading/useAfterLoad.ts'

const loadEditor = () => import('./screens/collectionEditor/AddressedEditor.tsx')
const AddressedEditor = lazy(async () => ({ default: (await loadEditor()).AddressedEditor }))

const loadDocs = () => import('./screens/apiDocs/ApiDocsPanel.tsx')
const ApiDocsPanel = lazy(async () => ({ default: (await loadDocs()).ApiDocsPanel }))

const loads: Record<CollectionPanel, () => Promise<unknown>> = { new: loadEditor, edit: loadEditor, api: loadDocs }

const route = getRouteApi('/signed-in/collections')

/** The list of collections, the records of one of them, and the panels over both. */
export function CollectionsArea() {
  const { collectionId, panel, endpoint } = route.useSearch()
  const navigate = route.useNavigate()
  const close = useCloseLayer('panel')
  const { data: collections } = useQuery(collectionsQuery)
  const { data: settings } = useQuery(settingsQuery)
  const queryClient = useQueryClient()
  useEffect(() => watchCollectionChanges(queryClient), [queryClient])
  const isLoaded = useAfterLoad()
  useEffect(() => (isLoaded ? followRecordCounts(queryClient) : undefined), [isLoaded, queryClient])
  const canEdit = settings !== undefined && !settings.meta.hideControls
  // A panel stays mounted after its first opening for its closing animation.
  const [used, setUsed] = useState(panel)
  if (panel !== undefined && panel !== used) setUsed(panel)
  const collection = collections?.find(({ id }) => id === collectionId)

  return (
    <CollectionPanelsContext
      value={{
        canEdit,
        open: next => void navigate({ search: search => ({ ...search, panel: next }), state: openedFromPage }),
        preload: next => void loads[next]().catch(() => {}),
      }}
    >
      <CollectionsScreen />
      {(used === 'new' || used === 'edit') && canEdit && collections !== undefined && (
        <Suspense>
          <AddressedEditor
            open={panel !== undefined}
            collection={used === 'new' ? undefined : collection}
            collections={collections}
            onClose={close}
            onMove={(id, next) =>
              navigate({
                search: { ...(id !== undefined && { collectionId: id }), ...(next && { panel: next }) },
                replace: true,
                ignoreBlocker: true,
              })
            }
          />
        </Suspense>
      )}
      {used === 'api' && collection !== undefined && collections !== undefined && (
        <Suspense>
          <ApiDocsPanel
            open={panel === 'api'}
            collection={collection}
            collections={collections}
            endpointId={endpoint}
            onEndpointChange={id =>
              void navigate({ search: search => ({ ...search, endpoint: id }), state: current => current, replace: true })
            }
            onClose={close}
          />
        </Suspense>
      )}
    </CollectionPanelsContext>
  )
}
