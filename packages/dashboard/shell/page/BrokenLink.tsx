import { Alert } from '@coffer/ui'

interface BrokenLinkProps {
  problem?: string
}

/** Takes the place of a form whose link cannot be used, by default because the address does not hold all of it. */
export function BrokenLink({
  problem = 'The link is not complete. Open it again from the email, or request a new one.',
}: BrokenLinkProps) {
  return (
    <Alert tone="danger" role="alert">
      {problem}
    </Alert>
  )
}
