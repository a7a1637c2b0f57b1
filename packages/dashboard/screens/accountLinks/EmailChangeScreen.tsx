import { Button } from '@coffer/ui'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type AccountLink, confirmEmailChange, readAccountLink } from '../../queries/accounts/accountLinks.ts'
import { FormColumn } from '../../shell/form/FormColumn.tsx'
import { formIssues } from '../../shell/form/formIssues.ts'
import { TextField } from '../../shell/form/TextField.tsx'
import { useForm } from '../../shell/form/useForm.ts'
import { BrokenLink } from '../../shell/page/BrokenLink.tsx'
import { PublicPage } from '../../shell/page/PublicPage.tsx'
import { useLinkFailure } from '../../shell/page/useLinkFailure.ts'
import { LinkDone } from './LinkDone.tsx'

const page = 'Type your password to confirm changing your email address'

/** Changes a user's email address with a mailed link and the user's password. */
export function EmailChangeScreen() {
  const { token = '' } = useParams({ strict: false })
  const link = readAccountLink(token)
  const [isDone, setDone] = useState(false)
  if (isDone) {
    return (
      <LinkDone
        page="Email address changed"
        title="Successfully changed the user email address."
        next="You can now sign in with your new email address."
      />
    )
  }
  return <PublicPage title={page}>{link ? <PasswordForm link={link} onDone={() => setDone(true)} /> : <BrokenLink />}</PublicPage>
}

function PasswordForm({ link, onDone }: { link: AccountLink; onDone: () => void }) {
  const { problem, failureText } = useLinkFailure(link.token)
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => formIssues([{ name: 'password', label: 'Password', value: password }]),
    send: async ({ password }) => {
      await confirmEmailChange(link, password)
      onDone()
    },
    failureText,
  })
  if (problem !== undefined) return <BrokenLink problem={problem} />
  return (
    <>
      {link.email !== undefined && (
        <p>
          to <strong>{link.email}</strong>
        </p>
      )}
      <FormColumn {...form.props}>
        <TextField
          {...form.field('password')}
          label="Password"
          isSecret={true}
          autoComplete="current-password"
          autoFocus={true}
        />
        <Button type="submit" variant="primary" block={true} loading={form.isSending}>
          Confirm new email
        </Button>
      </FormColumn>
    </>
  )
}
