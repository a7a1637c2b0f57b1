import type { SettingsProviderName } from '@coffer/schema'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useFreshSettings } from '../form/useFreshSettings.ts'
import { WithSettings } from '../form/WithSettings.tsx'
import { Card } from '../frame/Card.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { ProviderCards } from './ProviderCards.tsx'
import { ProviderEditor } from './ProviderEditor.tsx'
import styles from './ProvidersPage.module.css'
import { listedProviders } from './providerForms.ts'

const route = getRouteApi('/signed-in/settings')

/** Settings of the OAuth2 providers. The address contains the provider in the panel. */
export function ProvidersPage() {
  const { provider } = route.useSearch()
  const navigate = route.useNavigate()
  const opened = listedProviders.find(name => name === provider)
  const show = (name: string | undefined, ignoreBlocker = false) =>
    void navigate({ to: '/settings/auth-providers', search: name === undefined ? {} : { provider: name }, ignoreBlocker })
  return (
    <SettingsFrame title="Auth providers">
      <WithSettings>
        {settings => (
          <Card>
            <p className={styles.intro}>Manage the allowed users OAuth2 sign-in/sign-up methods.</p>
            <ProviderCards settings={settings} onOpen={show} />
          </Card>
        )}
      </WithSettings>
      <ProviderPanel
        name={opened}
        onClose={() => show(undefined)}
        // The changes are saved, but the form has not rerendered yet, so its guard would still ask.
        onSaved={() => show(undefined, true)}
      />
    </SettingsFrame>
  )
}

interface ProviderPanelProps {
  /** The provider in the panel; undefined while it is closed. */
  name: SettingsProviderName | undefined
  onClose: () => void
  onSaved: () => void
}

/** The panel of a provider. It opens once the settings are loaded and keeps its content while closing. */
function ProviderPanel({ name, ...rest }: ProviderPanelProps) {
  const [last, setLast] = useState(name)
  if (name !== undefined && name !== last) setLast(name)
  const shown = name ?? last
  const { settings } = useFreshSettings(name !== undefined)
  if (!shown || !settings) return null
  return <ProviderEditor key={shown} name={shown} isOpen={name !== undefined} settings={settings} {...rest} />
}
