import type { Collection } from '@coffer/schema'
import { useToasts } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { collectionsQuery } from '../../../queries/collections.ts'
import { meantCollection } from '../context/lastCollection.ts'
import { RecordsPage } from './RecordsPage.tsx'

const route = getRouteApi('/signed-in/collections')

/** The records of the collection that the address names. */
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

/** Leads to the collection that was meant by its name, else to the one last looked at, else to the first. */
function OtherCollection({ wanted, collections }: OtherCollectionProps) {
  const toasts = useToasts()
  const search = route.useSearch()
  const collection = meantCollection(collections, wanted)
  const isGone = wanted !== undefined && collection?.name !== wanted

  useEffect(() => {
    if (isGone) toasts.warning(`There is no collection "${wanted}".`)
  }, [isGone, wanted, toasts])

  if (collection === undefined) return null
  return (
    <Navigate
      to="/collections"
      search={{ ...(isGone ? {} : search), collectionId: collection.id }}
      replace={true}
      ignoreBlocker={true}
    />
  )
}
