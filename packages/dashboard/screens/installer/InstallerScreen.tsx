import { Button } from '@coffer/ui'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { createFirstAdmin } from '../../queries/accounts/signIn.ts'
import { fieldErrorsOf, toastTextOf } from '../../queries/connection/failure.ts'
import { FormColumn } from '../../shell/form/FormColumn.tsx'
import { formIssues } from '../../shell/form/formIssues.ts'
import { TextField } from '../../shell/form/TextField.tsx'
import { useForm } from '../../shell/form/useForm.ts'
import { FullPage } from '../../shell/page/FullPage.tsx'

const shortestPassword = 10

const gate = getRouteApi('/')

/** The first start: creates the first admin. Asks for the setup code only when the server does. */
export function InstallerScreen() {
  const { setupCode = '' } = gate.useSearch()
  const [asksForCode, setAsksForCode] = useState(false)
  const form = useForm({
    initial: { email: '', password: '', passwordConfirm: '', setupCode },
    check: ({ email, password, passwordConfirm, setupCode: code }) =>
      formIssues([
        { name: 'email', label: 'Email', value: email, isEmail: true },
        { name: 'password', label: 'Password', value: password, min: shortestPassword },
        { name: 'passwordConfirm', label: 'Password confirm', value: passwordConfirm, min: shortestPassword },
        ...(asksForCode ? [{ name: 'setupCode', label: 'Setup code', value: code }] : []),
      ]),
    send: async ({ setupCode: code, ...admin }) => {
      await createFirstAdmin(admin, code.trim())
      // Drops the installer flag, which is part of the real query, and starts over signed in.
      location.replace(location.pathname)
    },
    failureText: error => {
      if (!('setupCode' in fieldErrorsOf(error))) return toastTextOf(error)
      setAsksForCode(true)
      return undefined
    },
  })

  return (
    <FullPage title="Create your first admin account in order to continue" page="Installer">
      <FormColumn {...form.props}>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" autoFocus={true} />
        <TextField
          {...form.field('password')}
          label="Password"
          isSecret={true}
          autoComplete="new-password"
          help={`Minimum ${shortestPassword} characters.`}
        />
        <TextField {...form.field('passwordConfirm')} label="Password confirm" isSecret={true} autoComplete="new-password" />
        {asksForCode && (
          <TextField
            {...form.field('setupCode')}
            label="Setup code"
            autoComplete="off"
            help="It is in the console or log of the server, below “There is no admin yet”."
          />
        )}
        <Button type="submit" variant="primary" block={true} loading={form.isSending}>
          Create and login
        </Button>
      </FormColumn>
    </FullPage>
  )
}
