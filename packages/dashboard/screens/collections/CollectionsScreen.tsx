import { EmptyState, Spinner } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Database } from 'lucide-react'
import { collectionsQuery } from '../../queries/collections/collections.ts'
import { useCollectionPanels } from '../../shell/collections/CollectionPanelsContext.ts'
import { LoadFailure } from '../../shell/loading/LoadFailure.tsx'
import { PageFooter } from '../../shell/page/PageFooter.tsx'
import { usePageTitle } from '../../shell/page/usePageTitle.ts'
import { Sidebar } from '../../shell/sidebar/Sidebar.tsx'
import styles from './CollectionsScreen.module.css'
import { CollectionsSidebar } from './CollectionsSidebar.tsx'
import { NewCollectionButton } from './NewCollectionButton.tsx'

/** The sidebar with all collections, and the records of one of them. */
export function CollectionsScreen() {
  const { data: collections } = useQuery(collectionsQuery)
  if (collections === undefined || collections.length === 0) return <NoCollections />
  return (
    <>
      <Sidebar label="Collections">
        <CollectionsSidebar collections={collections} />
      </Sidebar>
      <Outlet />
    </>
  )
}

/** Replaces the screen while collections are loading, after an error, and if there are none. */
function NoCollections() {
  usePageTitle('Collections')
  return (
    <div className={styles.page}>
      <main className={styles.main} tabIndex={-1}>
        <h1 className={styles.title}>Collections</h1>
        <Notice />
      </main>
      <PageFooter />
    </div>
  )
}

function Notice() {
  const { canEdit } = useCollectionPanels()
  const { error, isFetching, isPending, refetch } = useQuery(collectionsQuery)
  if (error !== null) {
    return <LoadFailure noun="collections" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  if (isPending) {
    return (
      <p className={styles.loading} role="status">
        <Spinner size={24} />
        Loading collections...
      </p>
    )
  }
  return canEdit ? (
    <EmptyState
      icon={Database}
      title="Create your first collection to add records!"
      action={<NewCollectionButton label="Create new collection" variant="primary" />}
    />
  ) : (
    <EmptyState icon={Database} title="You don't have any collections yet." />
  )
}
