import { Button, useToasts } from '@coffer/ui'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { getTokenPayload } from 'pocketbase'
import { confirmPasswordReset } from '../../queries/admins.ts'
import { fieldErrorsOf, messageOf } from '../../queries/failure.ts'
import { FormColumn } from '../../shell/form/FormColumn.tsx'
import { formIssues } from '../../shell/form/formIssues.ts'
import { TextField } from '../../shell/form/TextField.tsx'
import { useForm } from '../../shell/form/useForm.ts'
import { FullPage } from '../../shell/page/FullPage.tsx'

const route = getRouteApi('/signed-out/confirm-password-reset/$token')
const shortestPassword = 10

/** Sets a new password with the token of the recovery link. */
export function ConfirmPasswordResetScreen() {
  const { token } = route.useParams()
  const { email } = getTokenPayload(token)
  const navigate = useNavigate()
  const toasts = useToasts()
  const form = useForm({
    initial: { password: '', passwordConfirm: '' },
    check: ({ password, passwordConfirm }) =>
      formIssues([
        { name: 'password', label: 'New password', value: password, min: shortestPassword },
        { name: 'passwordConfirm', label: 'New password confirm', value: passwordConfirm, min: shortestPassword },
      ]),
    send: async ({ password, passwordConfirm }) => {
      await confirmPasswordReset(token, password, passwordConfirm)
      toasts.success('Successfully set a new admin password.')
      await navigate({ to: '/' })
    },
    onFailed: error =>
      toasts.error(
        'token' in fieldErrorsOf(error) ? 'The recovery link is invalid or has expired. Request a new one.' : messageOf(error),
      ),
  })

  return (
    <FullPage title="Reset your admin password">
      {typeof email === 'string' && (
        <p>
          for <strong>{email}</strong>
        </p>
      )}
      <FormColumn {...form.props}>
        <TextField
          {...form.field('password')}
          label="New password"
          isSecret={true}
          autoComplete="new-password"
          autoFocus={true}
          help={`Minimum ${shortestPassword} characters.`}
        />
        <TextField {...form.field('passwordConfirm')} label="New password confirm" isSecret={true} autoComplete="new-password" />
        <Button type="submit" variant="primary" block={true} loading={form.isSending}>
          Set new password
        </Button>
      </FormColumn>
      <Link to="/login">Back to login</Link>
    </FullPage>
  )
}
