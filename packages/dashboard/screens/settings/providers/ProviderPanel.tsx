import type { ProviderName, Settings } from '@coffer/schema'
import { useState } from 'react'
import { ProviderEditor } from './ProviderEditor.tsx'

interface ProviderPanelProps {
  /** Whose options are open. */
  name: ProviderName | undefined
  settings: Settings
  onClose: () => void
  onSaved: () => void
}

/** The options of one provider; its content stays while it closes. */
export function ProviderPanel({ name, ...rest }: ProviderPanelProps) {
  const [last, setLast] = useState(name)
  if (name !== undefined && name !== last) setLast(name)
  const shown = name ?? last
  return shown && <ProviderEditor key={shown} name={shown} isOpen={name !== undefined} {...rest} />
}
