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

const minPasswordLength = 10

const gate = getRouteApi('/')

/** Creates the first admin. Asks for the setup code only after the server has required it. */
export function InstallerScreen() {
  const { setupCode = '' } = gate.useSearch()
  const [asksForCode, setAsksForCode] = useState(false)
  const form = useForm({
    initial: { email: '', password: '', passwordConfirm: '', setupCode },
    check: ({ email, password, passwordConfirm, setupCode: code }) =>
      formIssues([
        { name: 'email', label: 'Email', value: email, isEmail: true },
        { name: 'password', label: 'Password', value: password, min: minPasswordLength },
        { name: 'passwordConfirm', label: 'Password confirm', value: passwordConfirm, min: minPasswordLength },
        ...(asksForCode ? [{ name: 'setupCode', label: 'Setup code', value: code }] : []),
      ]),
    send: async ({ setupCode: code, ...admin }) => {
      await createFirstAdmin(admin, code.trim())
      // Reloads without the installer flag in the URL's query, now signed in.
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
          help={`Minimum ${minPasswordLength} characters.`}
        />
        <TextField {...form.field('passwordConfirm')} label="Password confirm" isSecret={true} autoComplete="new-password" />
        {asksForCode && (
          <TextField
            {...form.field('setupCode')}
            label="Setup code"
            autoComplete="off"
            help="The server printed it to its console or log, below “There is no admin yet”."
          />
        )}
        <Button type="submit" variant="primary" block={true} loading={form.isSending}>
          Create and login
        </Button>
      </FormColumn>
    </FullPage>
  )
}
