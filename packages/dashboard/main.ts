import { fetchAhead } from './queries/connection/fetchAhead.ts'
import { storedToken } from './queries/connection/storedSession.ts'
import { hasInstallerFlag } from './shell/session/hasInstallerFlag.ts'

// How the page opens. This script is small and comes first: it knows what the reader will see and has that fetched, all at once.
// Whoever is signed out needs the sign-in form alone; whoever is signed in needs the screen of the address with its data.

const opensCollections = /^#?\/?$|^#\/collections([/?]|$)/.test(location.hash)
/** Whether the address shows who is signed out the sign-in form, and who is signed in their own page. */
const needsSession = opensCollections || /^#\/(login|logs|settings)([/?]|$)/.test(location.hash)

const token = storedToken()

if (hasInstallerFlag() || !needsSession) {
  void openApp()
} else if (token === undefined) {
  void import('./openSignIn.tsx').then(({ openSignIn }) => openSignIn())
} else {
  fetchAhead(token)
  void import('./askAhead.ts').then(({ askAhead }) => askAhead(opensCollections))
  void openApp()
  // What draws the pages came with the form: it is made ready while the rest is on its way.
  import('./openSignIn.tsx').catch(() => {})
  // The router asks for these too, but only once it is there itself. What fails is the router's to tell.
  import('./AppFrame.tsx').catch(() => {})
  if (opensCollections) import('./collectionsArea.ts').catch(() => {})
}

async function openApp(): Promise<void> {
  const app = await import('./openApp.tsx')
  await app.openApp()
}
