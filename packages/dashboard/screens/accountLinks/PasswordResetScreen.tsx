import { Button } from '@coffer/ui'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type AccountLink, readAccountLink, setAccountPassword } from '../../queries/accountLinks.ts'
import { FormColumn } from '../../shell/form/FormColumn.tsx'
import { formIssues } from '../../shell/form/formIssues.ts'
import { TextField } from '../../shell/form/TextField.tsx'
import { useForm } from '../../shell/form/useForm.ts'
import { PublicPage } from '../../shell/page/PublicPage.tsx'
import { BrokenLink } from './BrokenLink.tsx'
import { LinkDone } from './LinkDone.tsx'
import { useLinkFailure } from './useLinkFailure.ts'

const page = 'Reset your user password'

/** Sets a new password for an account, with the link of a mail. */
export function PasswordResetScreen() {
  const { token = '' } = useParams({ strict: false })
  const link = readAccountLink(token)
  const [isDone, setDone] = useState(false)
  if (isDone) {
    return (
      <LinkDone page={page} title="Successfully changed the user password." next="You can now sign in with your new password." />
    )
  }
  return <PublicPage title={page}>{link ? <PasswordForm link={link} onDone={() => setDone(true)} /> : <BrokenLink />}</PublicPage>
}

function PasswordForm({ link, onDone }: { link: AccountLink; onDone: () => void }) {
  const form = useForm({
    initial: { password: '', passwordConfirm: '' },
    check: ({ password, passwordConfirm }) =>
      formIssues([
        { name: 'password', label: 'New password', value: password },
        { name: 'passwordConfirm', label: 'New password confirm', value: passwordConfirm },
      ]),
    send: async ({ password, passwordConfirm }) => {
      await setAccountPassword(link, password, passwordConfirm)
      onDone()
    },
    onFailed: useLinkFailure(),
  })
  return (
    <>
      {link.email !== undefined && (
        <p>
          for <strong>{link.email}</strong>
        </p>
      )}
      <FormColumn {...form.props}>
        <TextField
          {...form.field('password')}
          label="New password"
          isSecret={true}
          autoComplete="new-password"
          autoFocus={true}
        />
        <TextField {...form.field('passwordConfirm')} label="New password confirm" isSecret={true} autoComplete="new-password" />
        <Button type="submit" variant="primary" block={true} loading={form.isSending}>
          Set new password
        </Button>
      </FormColumn>
    </>
  )
}
