import { Alert, Button } from '@coffer/ui'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { requestPasswordReset } from '../../queries/accounts/signIn.ts'
import { FormColumn } from '../../shell/form/FormColumn.tsx'
import { formIssues } from '../../shell/form/formIssues.ts'
import { TextField } from '../../shell/form/TextField.tsx'
import { useForm } from '../../shell/form/useForm.ts'
import { FullPage } from '../../shell/page/FullPage.tsx'

/** Requests a password reset mail for an admin. */
export function RequestPasswordResetScreen() {
  const [sentTo, setSentTo] = useState('')
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => formIssues([{ name: 'email', label: 'Email', value: email, isEmail: true }]),
    send: async ({ email }) => {
      await requestPasswordReset(email)
      setSentTo(email)
    },
  })

  return (
    <FullPage title="Forgotten admin password">
      {sentTo === '' ? (
        <FormColumn {...form.props}>
          <p>Enter the email associated with your account and we'll send you a recovery link:</p>
          <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" autoFocus={true} />
          <Button type="submit" variant="primary" block={true} loading={form.isSending}>
            Send recovery link
          </Button>
        </FormColumn>
      ) : (
        <Alert tone="success" role="alert">
          Check <strong>{sentTo}</strong> for the recovery link.
        </Alert>
      )}
      <Link to="/login">Back to login</Link>
    </FullPage>
  )
}
