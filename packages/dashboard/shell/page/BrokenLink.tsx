import { Alert } from '@coffer/ui'

interface BrokenLinkProps {
  problem?: string
}

/** Replaces a form whose link cannot be used. Default problem: the link is truncated. */
export function BrokenLink({
  problem = 'The link is not complete. Open it again from the email, or request a new one.',
}: BrokenLinkProps) {
  return (
    <Alert tone="danger" role="alert">
      {problem}
    </Alert>
  )
}
