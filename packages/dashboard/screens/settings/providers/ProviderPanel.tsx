import type { ProviderName } from '@coffer/schema'
import { useState } from 'react'
import { useFreshSettings } from '../form/useFreshSettings.ts'
import { ProviderEditor } from './ProviderEditor.tsx'

interface ProviderPanelProps {
  /** Whose options are open. */
  name: ProviderName | undefined
  onClose: () => void
  onSaved: () => void
}

/** The options of one provider; it opens once they are known, and its content stays while it closes. */
export function ProviderPanel({ name, ...rest }: ProviderPanelProps) {
  const [last, setLast] = useState(name)
  if (name !== undefined && name !== last) setLast(name)
  const shown = name ?? last
  const { settings } = useFreshSettings(name !== undefined)
  if (!shown || !settings) return null
  return <ProviderEditor key={shown} name={shown} isOpen={name !== undefined} settings={settings} {...rest} />
}
