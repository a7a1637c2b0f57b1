import { useToasts } from '@coffer/ui'
import { fieldErrorsOf, messageOf } from '../../queries/connection/failure.ts'

/** Says why a link could not be used; what is wrong with the inputs stands at them. */
export function useLinkFailure(): (error: unknown) => void {
  const toasts = useToasts()
  return error =>
    toasts.error('token' in fieldErrorsOf(error) ? 'The link is invalid or has expired. Ask for a new one.' : messageOf(error))
}
