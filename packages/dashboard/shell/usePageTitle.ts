import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settingsQuery } from '../queries/settings.ts'
import { product } from './product.ts'
import { useAdmin } from './session.ts'

/** Names the browser's tab: page, application, product. */
export function usePageTitle(page: string): void {
  const appName = useAppName()
  useEffect(() => {
    document.title = [page, appName, product.name].filter(part => part !== '').join(' - ')
  }, [page, appName])
}

function useAppName(): string {
  const isSignedIn = useAdmin() !== undefined
  const { data, error } = useQuery({ ...settingsQuery, enabled: isSignedIn })
  useEffect(() => {
    if (error) console.warn('Failed to load app settings.', error)
  }, [error])
  return (isSignedIn && data?.meta.appName) || ''
}
