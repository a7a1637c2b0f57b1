import { Button, EmptyState } from '@coffer/ui'
import { CloudOff } from 'lucide-react'
import { isUnreachable, messageOf } from '../../queries/connection/failure.ts'

interface LoadFailureProps {
  /** Name of the missing content: "records". */
  noun: string
  /** Shown as the reason. Omit it if a toast shows it already. */
  error?: Error
  /** What to do next. Shown after the reason. */
  advice?: string
  isRetrying?: boolean
  onRetry: () => void
  className?: string | undefined
}

/** Replaces content that could not be loaded. */
export function LoadFailure({ noun, error, advice = '', isRetrying = false, onRetry, className }: LoadFailureProps) {
  return (
    <EmptyState
      className={className}
      icon={CloudOff}
      title={`The ${noun} could not be loaded.`}
      hint={error && !isUnreachable(error) && `${messageOf(error)} ${advice}`}
      action={
        <Button loading={isRetrying} onClick={onRetry}>
          Retry
        </Button>
      }
    />
  )
}
