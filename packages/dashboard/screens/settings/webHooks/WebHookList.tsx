import type { Collection } from '@coffer/schema'
import { EmptyState } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import { collectionsQuery } from '../../../queries/collections/collections.ts'
import type { ListedWebHook } from '../../../queries/webHooks.ts'
import styles from './WebHookList.module.css'
import { WebHookRow } from './WebHookRow.tsx'

interface WebHookListProps {
  hooks: readonly ListedWebHook[]
  onOpen: (id: string) => void
  onOpenDeliveries: (id: string) => void
}

function namesOf(ids: readonly string[], collections: readonly Collection[] | undefined): string {
  if (ids.length === 0) return 'all collections'
  return ids.map(id => collections?.find(collection => collection.id === id)?.name ?? id).join(', ')
}

/** Lists the web hooks, the oldest first. */
export function WebHookList({ hooks, onOpen, onOpenDeliveries }: WebHookListProps) {
  const { data: collections } = useQuery(collectionsQuery)
  if (hooks.length === 0) {
    return <EmptyState icon={Webhook} title="No web hooks yet." hint="A web hook sends changes of records to another server." />
  }
  return (
    <ul className={styles.list} aria-label="Web hooks">
      {hooks.map(hook => (
        <WebHookRow
          key={hook.id}
          hook={hook}
          collections={namesOf(hook.collections, collections)}
          onOpen={() => onOpen(hook.id)}
          onOpenDeliveries={() => onOpenDeliveries(hook.id)}
        />
      ))}
    </ul>
  )
}
