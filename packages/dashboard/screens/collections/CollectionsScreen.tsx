import { Button, EmptyState, Spinner } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { CloudOff, Database } from 'lucide-react'
import { collectionsQuery } from '../../queries/collections.ts'
import { messageOf } from '../../queries/failure.ts'
import { PageFooter } from '../../shell/PageFooter.tsx'
import { Sidebar } from '../../shell/Sidebar.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import styles from './CollectionsScreen.module.css'
import { CollectionsSidebar } from './CollectionsSidebar.tsx'

/** The collections beside the records of one of them. */
export function CollectionsScreen() {
  const { data: collections, error, isFetching, refetch } = useQuery(collectionsQuery)
  usePageTitle('Collections')

  if (collections !== undefined && collections.length > 0) {
    return (
      <>
        <Sidebar label="Collections">
          <CollectionsSidebar collections={collections} />
        </Sidebar>
        <Outlet />
      </>
    )
  }
  return (
    <div className={styles.page}>
      <main className={styles.main} tabIndex={-1}>
        <h1 className={styles.title}>Collections</h1>
        {error !== null ? (
          <EmptyState
            icon={CloudOff}
            title="The collections could not be loaded."
            hint={messageOf(error)}
            action={
              <Button onClick={() => void refetch()} loading={isFetching}>
                Retry
              </Button>
            }
          />
        ) : collections === undefined ? (
          <p className={styles.loading} role="status">
            <Spinner size={24} />
            Loading collections...
          </p>
        ) : (
          <EmptyState icon={Database} title="You don't have any collections yet." />
        )}
      </main>
      <PageFooter />
    </div>
  )
}
