import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { NewPasswordForm } from '../../passwords/NewPasswordForm.tsx'
import { type AccountLink, readAccountLink, setAccountPassword } from '../../queries/accounts/accountLinks.ts'
import { BrokenLink } from '../../shell/page/BrokenLink.tsx'
import { PublicPage } from '../../shell/page/PublicPage.tsx'
import { LinkDone } from './LinkDone.tsx'

const page = 'Reset your user password'

/** Sets a new password for a user with a mailed link. */
export function PasswordResetScreen() {
  const { token = '' } = useParams({ strict: false })
  const link = readAccountLink(token)
  const [isDone, setDone] = useState(false)
  if (isDone) {
    return (
      <LinkDone page={page} title="Successfully changed the user password." next="You can now sign in with your new password." />
    )
  }
  const send = async (link: AccountLink, password: string, passwordConfirm: string) => {
    await setAccountPassword(link, password, passwordConfirm)
    setDone(true)
  }
  return (
    <PublicPage title={page}>
      {link ? (
        <NewPasswordForm token={token} email={link.email} onSend={(...passwords) => send(link, ...passwords)} />
      ) : (
        <BrokenLink />
      )}
    </PublicPage>
  )
}
