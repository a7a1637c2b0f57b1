import { Alert, Button } from '@coffer/ui'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { signIn } from '../../queries/admins.ts'
import { messageOf, statusOf } from '../../queries/failure.ts'
import { FormColumn } from '../../shell/FormColumn.tsx'
import { FullPage } from '../../shell/FullPage.tsx'
import { formIssues } from '../../shell/formIssues.ts'
import { TextField } from '../../shell/TextField.tsx'
import { useForm } from '../../shell/useForm.ts'

const route = getRouteApi('/signed-out/login')

/** Admin sign in. The session's watch leads on once the server has let us in. */
export function LoginScreen() {
  const { demoEmail = '', demoPassword = '' } = route.useSearch()
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
    onFailed: error => setFailure(statusOf(error) === 400 ? 'Invalid login credentials.' : messageOf(error)),
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
          help={<Link to="/request-password-reset">Forgotten password?</Link>}
        />
        <Button type="submit" variant="primary" block={true} loading={form.isSending}>
          Login
        </Button>
      </FormColumn>
    </FullPage>
  )
}
