import { createBrowserHistory, parseHref, type RouterHistory } from '@tanstack/history'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { publicPages } from './publicPages.ts'
import { InstallerScreen } from './screens/installer/InstallerScreen.tsx'
import { LoginScreen } from './screens/login/LoginScreen.tsx'
import { NotFoundScreen } from './screens/notFound/NotFoundScreen.tsx'
import { ConfirmPasswordResetScreen } from './screens/passwordReset/ConfirmPasswordResetScreen.tsx'
import { RequestPasswordResetScreen } from './screens/passwordReset/RequestPasswordResetScreen.tsx'
import { preloadRecords } from './screens/records/list/preloadRecords.ts'
import { settingsPages } from './screens/settings/pages.ts'
import {
  parseSearch,
  readAccessSearch,
  readCollectionsSearch,
  readInstallerSearch,
  readLoginSearch,
  readLogsSearch,
  readSettingsSearch,
  stringifySearch,
} from './shell/address/addressSearch.ts'
import { rememberIntendedAddress, takeIntendedAddress } from './shell/address/intendedAddress.ts'
import { Root } from './shell/frame/Root.tsx'
import { ScreenFailure } from './shell/page/ScreenFailure.tsx'
import { hasInstallerFlag } from './shell/session/hasInstallerFlag.ts'
import { forgetSession, isSignedIn } from './shell/session/session.ts'

interface RouterContext {
  queryClient: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ location }) => {
    if (hasInstallerFlag() && location.pathname !== '/') throw redirect({ to: '/' })
  },
  component: Root,
  notFoundComponent: NotFoundScreen,
})

/** The entry route: redirects to a screen, or shows the installer. */
const gateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: readInstallerSearch,
  beforeLoad: () => {
    if (hasInstallerFlag()) return forgetSession()
    if (!isSignedIn()) {
      forgetSession()
      throw redirect({ to: '/login' })
    }
    const href = takeIntendedAddress()
    throw href === undefined ? redirect({ to: '/collections' }) : redirect({ href })
  },
  component: InstallerScreen,
})

// The screens without a session are small and share their code, so they are not loaded lazily.
const signedOutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-out',
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ to: '/' })
  },
  component: Outlet,
})

const loginRoute = createRoute({
  getParentRoute: () => signedOutRoute,
  path: '/login',
  validateSearch: readLoginSearch,
  component: LoginScreen,
})

const requestPasswordResetRoute = createRoute({
  getParentRoute: () => signedOutRoute,
  path: '/request-password-reset',
  component: RequestPasswordResetScreen,
})

const confirmPasswordResetRoute = createRoute({
  getParentRoute: () => signedOutRoute,
  path: '/confirm-password-reset/$token',
  component: ConfirmPasswordResetScreen,
})

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (isSignedIn()) return
    rememberIntendedAddress(location.href)
    throw redirect({ to: '/' })
  },
  component: lazyRouteComponent(() => import('./AppFrame.tsx'), 'AppFrame'),
})

const collectionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/collections',
  validateSearch: readCollectionsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void preloadRecords(context.queryClient, deps),
  component: lazyRouteComponent(() => import('./collectionsArea.ts'), 'CollectionsArea'),
})

const recordsRoute = createRoute({
  getParentRoute: () => collectionsRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./collectionsArea.ts'), 'RecordsScreen'),
})

const logsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/logs',
  validateSearch: readLogsSearch,
  component: lazyRouteComponent(() => import('./LogsArea.tsx'), 'LogsArea'),
})

const accessRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/access',
  validateSearch: readAccessSearch,
  component: lazyRouteComponent(() => import('./screens/access/AccessScreen.tsx'), 'AccessScreen'),
})

const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyRouteComponent(() => import('./screens/settings/SettingsScreen.tsx'), 'SettingsScreen'),
})

const settingsPageRoutes = settingsPages.map(({ path, component }) =>
  createRoute({ getParentRoute: () => settingsRoute, path, component }),
)

const publicRoutes = publicPages.map(({ path, component }) => createRoute({ getParentRoute: () => rootRoute, path, component }))

/** Page with all UI components. Only in development. */
const developmentRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/gallery',
        component: lazyRouteComponent(() => import('@coffer/ui/gallery'), 'Gallery'),
      }),
    ]
  : []

const routeTree = rootRoute.addChildren([
  ...developmentRoutes,
  ...publicRoutes,
  gateRoute,
  signedOutRoute.addChildren([loginRoute, requestPasswordResetRoute, confirmPasswordResetRoute]),
  signedInRoute.addChildren([
    collectionsRoute.addChildren([recordsRoute]),
    logsRoute,
    accessRoute,
    settingsRoute.addChildren(settingsPageRoutes),
  ]),
])

/** Creates the router: addresses, access checks and screens. */
export function createDashboardRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    history: createAddressHistory(),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenFailure,
    notFoundMode: 'root',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}

/**
 * Creates a history whose routes are in the URL's hash: `/_/#/collections?collectionId=x`. The router's own hash history would mix
 * the URL's real query (`/_/?installer#`) into the route.
 */
function createAddressHistory(): RouterHistory {
  return createBrowserHistory({
    parseLocation: () => parseHref(location.hash.slice(1) || '/', history.state),
    createHref: path => `${location.pathname}${location.search}#${path}`,
  })
}
