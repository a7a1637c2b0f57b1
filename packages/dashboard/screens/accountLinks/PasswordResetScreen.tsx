import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { NewPasswordForm } from '../../passwords/NewPasswordForm.tsx'
import { type AccountLink, readAccountLink, setAccountPassword } from '../../queries/accounts/accountLinks.ts'
import { PublicPage } from '../../shell/page/PublicPage.tsx'
import { BrokenLink } from './BrokenLink.tsx'
import { LinkDone } from './LinkDone.tsx'
import { useLinkFailure } from './useLinkFailure.ts'

const page = 'Reset your user password'

/** Sets a new password for an account, with the link of a mail. */
export function PasswordResetScreen() {
  const { token = '' } = useParams({ strict: false })
  const link = readAccountLink(token)
  const fail = useLinkFailure()
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
        <NewPasswordForm email={link.email} onSend={(...passwords) => send(link, ...passwords)} onFailed={fail} />
      ) : (
        <BrokenLink />
      )}
    </PublicPage>
  )
}
