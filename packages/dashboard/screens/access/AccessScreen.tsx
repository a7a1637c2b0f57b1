import { describePersona, type Exposure, type PersonaDescription } from '@coffer/schema'
import { Alert, Button, IconButton, Skeleton, useConfirm, useShortcut, useToasts, VisuallyHidden } from '@coffer/ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, ShieldCheck } from 'lucide-react'
import { exposureQuery, reviewAccess } from '../../queries/access.ts'
import { isSilent, messageOf } from '../../queries/connection/failure.ts'
import { LoadFailure } from '../../shell/loading/LoadFailure.tsx'
import { PageHeader } from '../../shell/page/PageHeader.tsx'
import { Screen } from '../../shell/page/Screen.tsx'
import { usePageTitle } from '../../shell/page/usePageTitle.ts'
import { AccessPanel } from './AccessPanel.tsx'
import styles from './AccessScreen.module.css'
import { AccessTable } from './AccessTable.tsx'
import { ExplainPanel } from './explain/ExplainPanel.tsx'
import { PersonaPicker } from './PersonaPicker.tsx'
import { newExposures, ReviewNotice } from './ReviewNotice.tsx'
import { useAccessAddress } from './useAccessAddress.ts'

/** Whether a key belongs to a chosen auth record. The others are always part of the response. */
const isChosen = (key: string): boolean => key.includes('/')

/** Marks the shown state as reviewed. */
function useReview() {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: reviewAccess,
    onSuccess: () => toasts.success('Marked as reviewed.'),
    onError: error => {
      if (!isSilent(error)) toasts.error(messageOf(error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['access'] }),
  })
}

/** Shows who can do what with the records of each collection. The collections with the greatest risk come first. */
export function AccessScreen() {
  const address = useAccessAddress()
  const query = exposureQuery(isChosen(address.persona) ? address.persona : '')
  // While another user is evaluated, the search for users stays, and the focus in it.
  const exposed = useQuery({ ...query, placeholderData: keepPreviousData })
  const { data: exposure, error, isFetching, isPlaceholderData, refetch } = exposed
  const review = useReview()
  const confirm = useConfirm()
  const persona = exposure?.personas.find(({ key }) => key === address.persona)
  const { collectionId } = address
  const isMissing = collectionId !== undefined && exposure?.collections.every(({ id }) => id !== collectionId)
  usePageTitle('Access')
  useShortcut('r', () => void refetch())

  async function markAsReviewed() {
    if (!exposure) return
    const count = exposure.widened.length
    const text = `Mark the current state as reviewed? ${newExposures(count)} will no longer be listed.`
    if (count === 0 || (await confirm({ text, yes: 'Mark as reviewed', no: 'Cancel' }))) review.mutate(exposure.state)
  }

  return (
    <Screen
      scrolls
      layers={
        <>
          <ExplainPanel address={address} personas={exposure?.personas ?? []} />
          <AccessPanel
            persona={persona}
            collection={exposure?.collections.find(({ id }) => id === collectionId)}
            widened={exposure?.widened ?? []}
            isOpen={collectionId !== undefined && persona !== undefined && !address.explained}
            onExplain={address.explain}
            part={address.part}
            onPart={address.setPart}
            onClose={address.close}
          />
        </>
      }
    >
      <PageHeader
        title="Access"
        primary={
          <Button icon={ShieldCheck} loading={review.isPending} disabled={!exposure} onClick={() => void markAsReviewed()}>
            Mark as reviewed
          </Button>
        }
      >
        <IconButton label="Refresh" icon={RefreshCw} side="bottom" loading={isFetching} onClick={() => void refetch()} />
      </PageHeader>
      <div className={styles.content}>
        <VisuallyHidden role="status">{exposure && persona && !isFetching && shownText(exposure, persona)}</VisuallyHidden>
        {exposure ? (
          <>
            {error && !isSilent(error) && (
              <Alert tone="warning" role="alert" title="The numbers could not be updated.">
                <p>{messageOf(error)}</p>
              </Alert>
            )}
            {isMissing && <p role="status">The collection of this address no longer exists.</p>}
            <ReviewNotice exposure={exposure} onOpen={address.open} />
            <PersonaPicker personas={exposure.personas} value={address.persona} onChange={address.setPersona} />
            {persona && <AccessTable exposure={exposure} persona={persona} onOpen={address.open} />}
            {!persona && isPlaceholderData && <Evaluating />}
            {!persona && !isPlaceholderData && (
              <p role="status">The user of this address no longer exists. Choose another one.</p>
            )}
          </>
        ) : (
          <Pending
            error={error}
            isRetrying={isFetching}
            onRetry={isChosen(address.persona) ? () => address.setPersona('guest') : () => void refetch()}
          />
        )}
      </div>
    </Screen>
  )
}

/** Returns what screen readers announce once the numbers have been evaluated. */
function shownText({ widened }: Exposure, persona: PersonaDescription): string {
  return `Access of ${describePersona(persona)}${widened.length > 0 ? `, ${newExposures(widened.length)}` : ''}`
}

interface PendingProps {
  error: Error | null
  isRetrying: boolean
  onRetry: () => void
}

function Pending({ error, isRetrying, onRetry }: PendingProps) {
  if (error) return <LoadFailure noun="numbers" error={error} isRetrying={isRetrying} onRetry={onRetry} />
  return <Evaluating />
}

function Evaluating() {
  return (
    <div className={styles.pending} role="status" aria-label="Evaluating who can do what...">
      <Skeleton width="40%" />
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </div>
  )
}
