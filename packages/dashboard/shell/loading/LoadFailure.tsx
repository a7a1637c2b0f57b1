import { Button, EmptyState } from '@coffer/ui'
import { CloudOff } from 'lucide-react'
import { isUnreachable, messageOf } from '../../queries/connection/failure.ts'

interface LoadFailureProps {
  /** What could not be loaded: "records". */
  noun: string
  /** Why, where nothing else says so. */
  error?: Error
  /** What to do about it, after the reason. */
  advice?: string
  isRetrying?: boolean
  onRetry: () => void
  className?: string | undefined
}

/** Stands where something would be that could not be loaded. */
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
