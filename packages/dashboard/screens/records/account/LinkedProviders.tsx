import type { RecordJson } from '@coffer/fields/ui'
import { EmptyState, IconButton, Skeleton, useConfirm, useToasts } from '@coffer/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2Off, X } from 'lucide-react'
import { useRef } from 'react'
import { ProviderLogo } from '../../../providers/ProviderLogo.tsx'
import { providerTitle } from '../../../providers/providerTitles.ts'
import { type LinkedProvider, linkedProvidersQuery, unlinkProvider } from '../../../queries/accounts/accounts.ts'
import { messageOf, withReadableError } from '../../../queries/connection/failure.ts'
import { RetryAlert } from '../../../shell/loading/RetryAlert.tsx'
import styles from './LinkedProviders.module.css'

/** Lists the OAuth2 providers linked to an auth record, with a button to unlink each. */
export function LinkedProviders({ record }: { record: RecordJson }) {
  const { collectionId, id } = record
  const query = linkedProvidersQuery(collectionId, id)
  const { data: links, error, refetch, isFetching } = useQuery(query)
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const toasts = useToasts()
  const list = useRef<HTMLDivElement>(null)

  const unlink = async ({ provider }: LinkedProvider) => {
    const title = providerTitle(provider)
    const isUnlinked = await confirm({
      text: `Do you really want to unlink the ${title} provider?`,
      yes: 'Unlink',
      danger: true,
      action: () => withReadableError(unlinkProvider(collectionId, id, provider)),
    })
    if (!isUnlinked) return
    toasts.success(`Successfully unlinked the ${title} provider.`)
    queryClient.setQueryData(query.queryKey, known => known?.filter(link => link.provider !== provider))
    // The pressed button is no longer in the document, so its focus would be lost.
    list.current?.focus()
  }

  if (error && links === undefined) {
    return (
      <RetryAlert
        size="small"
        title="The linked providers could not be loaded."
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        {messageOf(error)}
      </RetryAlert>
    )
  }
  return (
    <div ref={list} className={styles.place} tabIndex={-1}>
      {links === undefined ? (
        <div role="status" aria-label="Loading...">
          <Skeleton height={52} />
        </div>
      ) : links.length === 0 ? (
        <EmptyState icon={Link2Off} title="No linked OAuth2 providers." />
      ) : (
        <ul className={styles.list} aria-label="Linked providers">
          {links.map(link => (
            <li key={link.id} className={styles.link}>
              <ProviderLogo provider={link.provider} />
              <span className={styles.names}>
                <span className={styles.title}>{providerTitle(link.provider)}</span>
                <span className={styles.providerId}>ID: {link.providerId}</span>
              </span>
              <IconButton label={`Unlink ${providerTitle(link.provider)}`} icon={X} onClick={() => void unlink(link)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
