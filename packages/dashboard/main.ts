import { prefetchResponses } from './queries/connection/prefetchedResponses.ts'
import { storedToken } from './queries/connection/storedSession.ts'
import { hasInstallerFlag } from './shell/session/hasInstallerFlag.ts'

// Entry of the dashboard. This script is small and loads first: it knows which screen will be shown, and loads its code and data in
// parallel. Without a session that is only the sign-in form; with one it is the screen of the address.

const opensCollections = /^#?\/?$|^#\/collections([/?]|$)/.test(location.hash)
/** Whether the address shows the sign-in form if nobody is signed in, and a screen otherwise. */
const needsSession = opensCollections || /^#\/(login|logs|settings)([/?]|$)/.test(location.hash)

const token = storedToken()

if (hasInstallerFlag() || !needsSession) {
  void openApp()
} else if (token === undefined) {
  void import('./openSignIn.tsx').then(({ openSignIn }) => openSignIn())
} else {
  prefetchResponses(token)
  void import('./prefetchPage.ts').then(({ prefetchPage }) => prefetchPage(opensCollections))
  void openApp()
  // This chunk contains the rendering code of all pages, and can be evaluated while the others are loading.
  import('./openSignIn.tsx').catch(() => {})
  // The router imports these too, but only once it is loaded itself. It also reports failures.
  import('./AppFrame.tsx').catch(() => {})
  if (opensCollections) import('./collectionsArea.ts').catch(() => {})
}

async function openApp(): Promise<void> {
  const app = await import('./openApp.tsx')
  await app.openApp()
}
