import { Alert, Button, Spinner } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { cancelSignIn, confirmSignIn, loadPendingSignIn, type PendingSignIn } from '../../queries/accounts/providerReturns.ts'
import { isOutcomeUnknown, messageOf } from '../../queries/connection/failure.ts'
import { RetryAlert } from '../../shell/loading/RetryAlert.tsx'
import { CloseWindow } from '../../shell/page/CloseWindow.tsx'
import { PublicPage } from '../../shell/page/PublicPage.tsx'
import styles from './ConfirmSignInScreen.module.css'
import { RedirectSuccessScreen } from './redirectScreens.tsx'
import { useSettled } from './useSettled.ts'

/** Asks users to confirm an OAuth2 sign-in if the server cannot verify that their browser started it. */
export function ConfirmSignInScreen() {
  const { token: ticket = '' } = useParams({ strict: false })
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['pendingSignIn', ticket],
    queryFn: () => loadPendingSignIn(ticket),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <Question ticket={ticket} signIn={data} />
  if (!error) {
    return (
      <PublicPage title="Continue signing in?">
        <p role="status">
          <Spinner /> Please wait...
        </p>
      </PublicPage>
    )
  }
  if (!isOutcomeUnknown(error)) return <Expired />
  return (
    <PublicPage title="Continue signing in?">
      <RetryAlert isRetrying={isFetching} onRetry={() => void refetch()}>
        {messageOf(error)}
      </RetryAlert>
    </PublicPage>
  )
}

const Expired = () => (
  <PublicPage title="Sign-in no longer valid">
    <Alert tone="danger" role="alert">
      This sign-in was already completed or canceled, or it took too long. Close this window and start again in the app.
    </Alert>
    <CloseWindow />
  </PublicPage>
)

function Canceled() {
  useEffect(() => window.close(), [])
  return (
    <PublicPage title="Sign-in canceled">
      <p role="status">The app got no access. You can close this window.</p>
    </PublicPage>
  )
}

const either = new Intl.ListFormat('en', { type: 'disjunction' })

type Answer = 'confirm' | 'cancel'

function Question({ ticket, signIn }: { ticket: string; signIn: PendingSignIn }) {
  const isSettled = useSettled()
  const [sending, setSending] = useState<Answer>()
  const [outcome, setOutcome] = useState<'completed' | 'canceled' | 'expired'>()
  const [failure, setFailure] = useState<string>()
  if (outcome === 'completed') return <RedirectSuccessScreen />
  if (outcome === 'canceled') return <Canceled />
  if (outcome === 'expired') return <Expired />

  const send = async (answer: Answer) => {
    setSending(answer)
    setFailure(undefined)
    try {
      await (answer === 'confirm' ? confirmSignIn(ticket) : cancelSignIn(ticket))
      setOutcome(answer === 'confirm' ? 'completed' : 'canceled')
    } catch (error) {
      if (isOutcomeUnknown(error)) setFailure(messageOf(error))
      else setOutcome('expired')
    } finally {
      setSending(undefined)
    }
  }

  const { application, appName, providers } = signIn
  const app = application === '' || application === 'null' ? 'An app without a web address' : application
  return (
    <PublicPage title="Continue signing in?">
      <dl className={styles.facts}>
        <dt>App</dt>
        <dd>{app}</dd>
        <dt>Signs in to</dt>
        <dd>{appName}</dd>
        <dt>With your account at</dt>
        <dd>{either.format(providers)}</dd>
      </dl>
      <Alert tone="warning" role="note">
        Continue only if you started this sign-in yourself, in this app. If someone sent you a link that led here, cancel.
        Otherwise they get access to your {appName} account.
      </Alert>
      {failure !== undefined && (
        <Alert tone="danger" role="alert">
          {failure}
        </Alert>
      )}
      <div className={styles.actions}>
        <Button
          variant="primary"
          block={true}
          disabled={!isSettled || sending === 'cancel'}
          loading={sending === 'confirm'}
          onClick={() => void send('confirm')}
        >
          Continue
        </Button>
        <Button block={true} disabled={sending === 'confirm'} loading={sending === 'cancel'} onClick={() => void send('cancel')}>
          Cancel
        </Button>
      </div>
    </PublicPage>
  )
}
