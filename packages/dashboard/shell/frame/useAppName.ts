import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settingsQuery } from '../../queries/settings.ts'
import { useAdmin } from '../session/session.ts'

/** Returns the application name from the settings; empty until they are loaded, and if no admin is signed in. */
export function useAppName(): string {
  const isSignedIn = useAdmin() !== undefined
  const { data, error } = useQuery({ ...settingsQuery, enabled: isSignedIn })
  useEffect(() => {
    if (error) console.warn('Failed to load app settings.', error)
  }, [error])
  return (isSignedIn && data?.meta.appName) || ''
}
