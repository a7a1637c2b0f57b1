import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settingsQuery } from '../../queries/settings.ts'
import { useAdmin } from '../session/session.ts'

/** What the application is called by its settings; empty while they are not known, and for who may not read them. */
export function useAppName(): string {
  const isSignedIn = useAdmin() !== undefined
  const { data, error } = useQuery({ ...settingsQuery, enabled: isSignedIn })
  useEffect(() => {
    if (error) console.warn('Failed to load app settings.', error)
  }, [error])
  return (isSignedIn && data?.meta.appName) || ''
}
