import type { Settings } from '@coffer/schema'
import type { ReactNode } from 'react'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { useFreshSettings } from './useFreshSettings.ts'

/** Shows what is made of the settings once they are there; until then that they are on their way, or why they are not. */
export function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const { settings, query } = useFreshSettings()
  return settings === undefined ? <QueryNotice query={query} noun="settings" /> : children(settings)
}
