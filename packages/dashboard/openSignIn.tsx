import { client } from './queries/connection/client.ts'
import { renderPage } from './renderPage.tsx'
import { LoginForm } from './screens/login/LoginForm.tsx'
import { readLoginSearch, splitAddress } from './shell/address/addressSearch.ts'
import { rememberIntendedAddress } from './shell/address/intendedAddress.ts'
import { isDataSaved, whenIdle } from './shell/browser/whenIdle.ts'
import { ConnectionBar } from './shell/frame/ConnectionBar.tsx'
import { forgetSession, isSignedIn } from './shell/session/session.ts'

/** Shows the sign-in form without loading the rest of the dashboard. The dashboard opens after signing in or on another address. */
export function openSignIn(): void {
  forgetSession()
  const address = location.hash.slice(1)
  const { path, search } = splitAddress(address)
  const isAtForm = path === '/login'
  if (!isAtForm) {
    if (path.length > 1) rememberIntendedAddress(address)
    history.replaceState(null, '', '#/login')
  }
  renderPage(
    <>
      <LoginForm {...(isAtForm && readLoginSearch(search))} />
      <ConnectionBar />
    </>,
  )
  whenIdle(() => {
    if (!isDataSaved()) Promise.all([loadApp(), import('./AppFrame.tsx'), import('./collectionsArea.ts')]).catch(() => {})
  })
  leaveWhenDone()
}

const loadApp = () => import('./openApp.tsx')

function leaveWhenDone(): void {
  const leave = async () => {
    stop()
    window.removeEventListener('hashchange', leave)
    try {
      const { openApp } = await loadApp()
      await openApp()
    } catch {
      // The server may have been updated, so that this version's chunks no longer exist. The current page references the new ones.
      location.reload()
    }
  }
  const stop = client.authStore.onChange(() => isSignedIn() && void leave())
  window.addEventListener('hashchange', leave)
}
