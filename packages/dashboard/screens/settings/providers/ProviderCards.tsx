import type { Settings, SettingsProviderName } from '@coffer/schema'
import { Badge, IconButton } from '@coffer/ui'
import { Settings as Gear } from 'lucide-react'
import { ProviderLogo } from '../../../providers/ProviderLogo.tsx'
import { providerTitle } from '../../../providers/providerTitles.ts'
import styles from './ProviderCards.module.css'
import { keyOf, listedProviders } from './providerForms.ts'

interface ProviderCardsProps {
  settings: Settings
  onOpen: (name: SettingsProviderName) => void
}

/** Lists the providers, the enabled ones first. */
export function ProviderCards({ settings, onOpen }: ProviderCardsProps) {
  const isEnabled = (name: SettingsProviderName) => settings[keyOf(name)].enabled
  const enabled = listedProviders.filter(isEnabled)
  const others = listedProviders.filter(name => !isEnabled(name))
  const cards = (names: readonly SettingsProviderName[], label: string) => (
    <ul className={styles.cards} aria-label={label}>
      {names.map(name => (
        <li key={name} className={styles.card}>
          <ProviderLogo provider={name} size={28} />
          <span className={styles.text}>
            <span className={styles.title}>{providerTitle(name)}</span>
            <em className={styles.key}>({name})</em>
          </span>
          {isEnabled(name) && <Badge tone="success">Enabled</Badge>}
          <IconButton
            label={`${providerTitle(name)} settings`}
            tooltip="Provider settings"
            icon={Gear}
            onClick={() => onOpen(name)}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {enabled.length > 0 && cards(enabled, 'Enabled providers')}
      {enabled.length > 0 && others.length > 0 && <hr className={styles.divider} />}
      {others.length > 0 && cards(others, 'Disabled providers')}
    </>
  )
}
