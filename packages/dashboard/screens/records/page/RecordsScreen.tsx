import type { Collection } from '@coffer/schema'
import { useToasts } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { collectionsQuery } from '../../../queries/collections/collections.ts'
import { readCollectionsSearch } from '../../../shell/address/addressSearch.ts'
import { resolveCollection } from '../context/lastCollection.ts'
import { RecordsPage } from './RecordsPage.tsx'

const route = getRouteApi('/signed-in/collections')

/** Shows the records of the collection in the address. */
export function RecordsScreen() {
  const { data: collections = [] } = useQuery(collectionsQuery)
  const search = route.useSearch()
  const collection = collections.find(({ id }) => id === search.collectionId)

  if (collection === undefined) return <OtherCollection wanted={search.collectionId} collections={collections} />
  return <RecordsPage key={collection.id} collection={collection} collections={collections} />
}

interface OtherCollectionProps {
  wanted: string | undefined
  collections: readonly Collection[]
}

/** Redirects from an address without a valid collection id: to the collection with that name, the last one shown, or the first. */
function OtherCollection({ wanted, collections }: OtherCollectionProps) {
  const toasts = useToasts()
  const router = useRouter()
  const addressSearch = route.useSearch()
  const collection = resolveCollection(collections, wanted)
  const isGone = wanted !== undefined && collection?.name !== wanted

  useEffect(() => {
    if (isGone) toasts.warning(`Collection "${wanted}" not found.`)
  }, [isGone, wanted, toasts])

  const id = collection?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: redirects each address that is rendered here
  useEffect(() => {
    // A newer navigation may be pending. Its search parameters are kept, and if it leads elsewhere it is not redirected.
    const { pathname, search: latest } = router.latestLocation
    const search = readCollectionsSearch(latest)
    if (id === undefined || pathname !== '/collections' || search.collectionId !== wanted) return
    void router.navigate({
      to: '/collections',
      search: { ...(isGone ? {} : search), collectionId: id },
      replace: true,
      ignoreBlocker: true,
    })
  }, [router, id, wanted, isGone, addressSearch])

  return null
}
