import { useToasts } from '@coffer/ui'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { getTokenPayload } from 'pocketbase'
import { NewPasswordForm } from '../../passwords/NewPasswordForm.tsx'
import { confirmPasswordReset } from '../../queries/accounts/signIn.ts'
import { FullPage } from '../../shell/page/FullPage.tsx'

const route = getRouteApi('/signed-out/confirm-password-reset/$token')
const minPasswordLength = 10

/** Sets a new password for an admin with a mailed link. */
export function ConfirmPasswordResetScreen() {
  const { token } = route.useParams()
  const { email } = getTokenPayload(token)
  const navigate = useNavigate()
  const toasts = useToasts()
  const send = async (password: string, passwordConfirm: string) => {
    await confirmPasswordReset(token, password, passwordConfirm)
    toasts.success('Successfully set a new admin password.')
    await navigate({ to: '/' })
  }

  return (
    <FullPage title="Reset your admin password">
      <NewPasswordForm
        token={token}
        email={typeof email === 'string' ? email : undefined}
        min={minPasswordLength}
        onSend={send}
      />
      <Link to="/login">Back to login</Link>
    </FullPage>
  )
}
