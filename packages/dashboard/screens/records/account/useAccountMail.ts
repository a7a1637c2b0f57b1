import { useConfirm, useToasts } from '@coffer/ui'
import { requestAccountPasswordReset, requestVerification } from '../../../queries/accounts/accounts.ts'
import { withReadableError } from '../../../queries/connection/failure.ts'
import type { AccountMail } from './accountMails.ts'

const requests = { verification: requestVerification, passwordReset: requestAccountPasswordReset }

/** Sends an email to an auth record after a confirmation. */
export function useAccountMail(): (mail: AccountMail) => Promise<void> {
  const confirm = useConfirm()
  const toasts = useToasts()
  return async ({ kind, name, collectionId, email }) => {
    const isSent = await confirm({
      text: `Do you really want to send a ${name} email to ${email}?`,
      yes: 'Send email',
      action: () => withReadableError(requests[kind](collectionId, email)),
    })
    if (isSent) toasts.success(`Successfully sent ${name} email to ${email}.`)
  }
}
