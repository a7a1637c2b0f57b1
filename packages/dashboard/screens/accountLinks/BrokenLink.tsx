import { Alert } from '@coffer/ui'

/** Stands where the address does not hold the whole of a link. */
export function BrokenLink() {
  return (
    <Alert tone="danger" role="alert">
      The link is not complete. Open it once more from the email, or ask for a new one.
    </Alert>
  )
}
