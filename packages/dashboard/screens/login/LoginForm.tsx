import { Alert, Button } from '@coffer/ui'
import { useState } from 'react'
import { signIn } from '../../queries/accounts/signIn.ts'
import { messageOf, statusOf } from '../../queries/connection/failure.ts'
import type { LoginSearch } from '../../shell/address/addressSearch.ts'
import { FormColumn } from '../../shell/form/FormColumn.tsx'
import { formIssues } from '../../shell/form/formIssues.ts'
import { TextField } from '../../shell/form/TextField.tsx'
import { useForm } from '../../shell/form/useForm.ts'
import { FullPage } from '../../shell/page/FullPage.tsx'

/** Admin sign-in form. Works without a router. The code that watches the session navigates after signing in. */
export function LoginForm({ demoEmail = '', demoPassword = '' }: LoginSearch) {
  const [failure, setFailure] = useState('')
  const form = useForm({
    initial: { identity: demoEmail, password: demoPassword },
    check: ({ identity, password }) =>
      formIssues([
        { name: 'identity', label: 'Email', value: identity },
        { name: 'password', label: 'Password', value: password },
      ]),
    send: ({ identity, password }) => {
      setFailure('')
      return signIn(identity, password)
    },
    failureText: error => {
      setFailure(statusOf(error) === 400 ? 'Invalid login credentials.' : messageOf(error))
      return undefined
    },
  })

  return (
    <FullPage title="Admin sign in">
      <FormColumn {...form.props}>
        {failure !== '' && (
          <Alert tone="danger" role="alert">
            {failure}
          </Alert>
        )}
        <TextField {...form.field('identity')} label="Email" type="email" autoComplete="username" autoFocus={true} />
        <TextField
          {...form.field('password')}
          label="Password"
          isSecret={true}
          autoComplete="current-password"
          help={<a href="#/request-password-reset">Forgotten password?</a>}
        />
        <Button type="submit" variant="primary" block={true} loading={form.isSending}>
          Login
        </Button>
      </FormColumn>
    </FullPage>
  )
}
