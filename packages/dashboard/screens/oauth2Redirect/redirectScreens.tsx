import { useEffect } from 'react'
import { PublicPage } from '../../shell/page/PublicPage.tsx'

/** Last page of an OAuth2 sign-in in its popup. Closes the window if the browser allows it. */
function RedirectScreen({ title, next }: { title: string; next: string }) {
  useEffect(() => window.close(), [])
  return (
    <PublicPage title={title}>
      <p>{next}</p>
    </PublicPage>
  )
}

export function RedirectSuccessScreen() {
  return <RedirectScreen title="Auth completed." next="You can close this window and go back to the app." />
}

export function RedirectFailureScreen() {
  return (
    <RedirectScreen
      title="Auth failed."
      next="The sign-in was canceled, was already completed, or took too long. You can close this window and go back to the app to try again."
    />
  )
}
