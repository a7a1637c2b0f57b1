import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { client, connection } from '../../queries/connection/client.ts'
import { settingsQuery } from '../../queries/settings.ts'
import { AppNameContext } from '../page/usePageTitle.ts'
import { useAdmin } from '../session/session.ts'
import { useSessionWatch } from '../session/useSessionWatch.ts'
import { ConnectionBar } from './ConnectionBar.tsx'

/** Root of all screens. */
export function Root() {
  useSessionWatch()
  useReloadOnReturn()
  return (
    <AppNameContext value={useAppName()}>
      <Outlet />
      <ConnectionBar />
    </AppNameContext>
  )
}

/** Returns the application name from the settings; empty until they are loaded, and if no admin is signed in. */
function useAppName(): string {
  const isSignedIn = useAdmin() !== undefined
  const { data, error } = useQuery({ ...settingsQuery, enabled: isSignedIn })
  useEffect(() => {
    if (error) console.warn('Failed to load app settings.', error)
  }, [error])
  return (isSignedIn && data?.meta.appName) || ''
}

/** Refetches failed queries once the server is reachable again. */
function useReloadOnReturn(): void {
  const { isLost } = connection.useValue()
  const queryClient = useQueryClient()

  useEffect(() => {
    if (!isLost) return
    return () => {
      if (client.authStore.token === '') return
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    }
  }, [isLost, queryClient])
}
