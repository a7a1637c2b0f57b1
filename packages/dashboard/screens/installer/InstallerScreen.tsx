import { Button } from '@coffer/ui'
import { createFirstAdmin } from '../../queries/accounts/signIn.ts'
import { FormColumn } from '../../shell/form/FormColumn.tsx'
import { formIssues } from '../../shell/form/formIssues.ts'
import { TextField } from '../../shell/form/TextField.tsx'
import { useForm } from '../../shell/form/useForm.ts'
import { FullPage } from '../../shell/page/FullPage.tsx'

const shortestPassword = 10

/** The first start: whoever sees this becomes the first admin. */
export function InstallerScreen() {
  const form = useForm({
    initial: { email: '', password: '', passwordConfirm: '' },
    check: ({ email, password, passwordConfirm }) =>
      formIssues([
        { name: 'email', label: 'Email', value: email, isEmail: true },
        { name: 'password', label: 'Password', value: password, min: shortestPassword },
        { name: 'passwordConfirm', label: 'Password confirm', value: passwordConfirm, min: shortestPassword },
      ]),
    send: async admin => {
      await createFirstAdmin(admin)
      // Drops the installer flag, which is part of the real query, and starts over signed in.
      location.replace(location.pathname)
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
        <Button type="submit" variant="primary" block={true} loading={form.isSending}>
          Create and login
        </Button>
      </FormColumn>
    </FullPage>
  )
}
