import type { ProviderName } from '@coffer/schema'
import { useState } from 'react'
import { useFreshSettings } from '../form/useFreshSettings.ts'
import { ProviderEditor } from './ProviderEditor.tsx'

interface ProviderPanelProps {
  /** The provider in the panel; undefined while it is closed. */
  name: ProviderName | undefined
  onClose: () => void
  onSaved: () => void
}

/** The panel of a provider. It opens once the settings are loaded and keeps its content while closing. */
export function ProviderPanel({ name, ...rest }: ProviderPanelProps) {
  const [last, setLast] = useState(name)
  if (name !== undefined && name !== last) setLast(name)
  const shown = name ?? last
  const { settings } = useFreshSettings(name !== undefined)
  if (!shown || !settings) return null
  return <ProviderEditor key={shown} name={shown} isOpen={name !== undefined} settings={settings} {...rest} />
}
