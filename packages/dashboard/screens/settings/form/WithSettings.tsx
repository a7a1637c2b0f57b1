import type { Settings } from '@coffer/schema'
import type { ReactNode } from 'react'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { useFreshSettings } from './useFreshSettings.ts'

/** Renders its children with the settings once they are loaded; until then a loading or failure notice. */
export function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const { settings, query } = useFreshSettings()
  return settings === undefined ? <QueryNotice query={query} noun="settings" /> : children(settings)
}
