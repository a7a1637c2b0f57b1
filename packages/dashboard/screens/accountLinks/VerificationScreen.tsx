import { Alert, Spinner } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { confirmVerification, readAccountLink } from '../../queries/accounts/accountLinks.ts'
import { isOutcomeUnknown, messageOf } from '../../queries/connection/failure.ts'
import { RetryAlert } from '../../shell/loading/RetryAlert.tsx'
import { CloseWindow } from '../../shell/page/CloseWindow.tsx'
import { PublicPage } from '../../shell/page/PublicPage.tsx'

/** Verifies an email address as soon as the link is opened. */
export function VerificationScreen() {
  const { token = '' } = useParams({ strict: false })
  const { error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['verification', token],
    queryFn: async () => {
      const link = readAccountLink(token)
      if (link === undefined) throw new Error('The token has no collection id.')
      await confirmVerification(link)
      return true
    },
    // A token is valid once, so focusing the window must not send it again.
    staleTime: Number.POSITIVE_INFINITY,
  })

  return (
    <PublicPage title="Email verification">
      {isPending ? (
        <p role="status">
          <Spinner /> Please wait...
        </p>
      ) : isOutcomeUnknown(error) ? (
        <RetryAlert isRetrying={isFetching} onRetry={() => void refetch()}>
          {messageOf(error)}
        </RetryAlert>
      ) : error ? (
        <Alert tone="danger" role="alert">
          Invalid or expired verification token.
        </Alert>
      ) : (
        <Alert tone="success" role="alert">
          Successfully verified email address.
        </Alert>
      )}
      {!isPending && <CloseWindow />}
    </PublicPage>
  )
}
