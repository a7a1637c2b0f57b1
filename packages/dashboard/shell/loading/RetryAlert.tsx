import { Alert, type AlertProps, Button, type ButtonProps } from '@coffer/ui'

interface RetryAlertProps extends Pick<AlertProps, 'tone' | 'role' | 'title' | 'children'> {
  /** Size of the button. */
  size?: ButtonProps['size']
  isRetrying?: boolean
  onRetry: () => void
}

/** Says that something has failed, beside a button that tries it again. See `LoadFailure` for a failure that replaces content. */
export function RetryAlert({ size, isRetrying = false, onRetry, ...alert }: RetryAlertProps) {
  const retry = (
    <Button size={size} loading={isRetrying} onClick={onRetry}>
      Retry
    </Button>
  )
  return <Alert tone="danger" role="alert" {...alert} action={retry} />
}
