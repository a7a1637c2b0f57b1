import { mappedFieldsOf, type OwnProvider, type ProviderName, providerNames } from '@coffer/schema'
import { Button, FieldError, IconButton, Menu, Switch, VisuallyHidden } from '@coffer/ui'
import { ExternalLink, Plus, Settings, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { ProviderLogo } from '../../../providers/ProviderLogo.tsx'
import { providerTitle } from '../../../providers/providerTitles.ts'
import { useOpening } from '../../../shell/address/useOpening.ts'
import { providersOfCollections } from '../../settings/providers/providerForms.ts'
import type { AuthFields } from './authFields.ts'
import styles from './OptionsTab.module.css'
import { newProvider, ProviderDialog } from './ProviderDialog.tsx'

const isKnown = (name: string): name is ProviderName => providerNames.some(known => known === name)

/** The OAuth2 providers of a collection: the ones in the settings, or its own. */
export function OwnProviders({ fields }: { fields: AuthFields }) {
  const [opened, setOpened] = useState<ProviderName>()
  const addButton = useRef<HTMLButtonElement>(null)
  const opening = useOpening(opened !== undefined)
  const providers = fields.auth.coffer?.oauth2?.providers
  const stored = fields.stored?.coffer?.oauth2?.providers ?? []
  const mapped = mappedFieldsOf(fields.auth)
  const setProviders = (next: readonly OwnProvider[] | null) => fields.setOwn('oauth2', { mappedFields: mapped, providers: next })
  const isStored = (name: string) => stored.some(one => one.name === name)
  const put = (changed: OwnProvider) => {
    const isListed = providers?.some(({ name }) => name === changed.name)
    setProviders(
      isListed ? (providers ?? []).map(one => (one.name === changed.name ? changed : one)) : [...(providers ?? []), changed],
    )
    setOpened(undefined)
  }
  const error = fields.ownError('oauth2.providers')
  const edited = providers?.find(({ name }) => name === opened)
  return (
    <div className={styles.group}>
      <Switch
        label="Own providers for this collection"
        checked={Boolean(providers)}
        onCheckedChange={isOwn => setProviders(isOwn ? stored : null)}
      />
      {providers ? (
        <>
          {providers.length > 0 && (
            <ul className={styles.list} aria-label="Providers of this collection">
              {providers.map(({ name, displayName, clientId }) => (
                <li key={name} className={styles.item}>
                  <ProviderLogo provider={name} size={24} />
                  <span className={styles.itemText}>
                    {displayName || providerTitle(name)} <span className={styles.muted}>{clientId}</span>
                  </span>
                  {isKnown(name) && (
                    <IconButton label={`Edit ${providerTitle(name)}`} icon={Settings} onClick={() => setOpened(name)} />
                  )}
                  <IconButton
                    label={`Remove ${providerTitle(name)}`}
                    icon={Trash2}
                    onClick={() => setProviders(providers.filter(one => one.name !== name))}
                  />
                </li>
              ))}
            </ul>
          )}
          <div>
            <Menu
              trigger={
                <Button ref={addButton} size="small" icon={Plus}>
                  Add provider
                </Button>
              }
              items={providersOfCollections
                .filter(name => !providers.some(one => one.name === name))
                .map(name => ({ label: providerTitle(name), onSelect: () => setOpened(name) }))}
            />
          </div>
        </>
      ) : (
        <ProvidersLink />
      )}
      {error && <FieldError id="own-providers-error">{error}</FieldError>}
      {opened && (
        <ProviderDialog
          key={opening}
          provider={edited ?? newProvider(opened)}
          name={opened}
          isStored={isStored(opened)}
          onClose={() => setOpened(undefined)}
          onSet={put}
          takeFocus={() => {
            // The item of the menu that opened the dialog is gone.
            if (!edited) addButton.current?.focus()
            return !edited
          }}
        />
      )}
    </div>
  )
}

/** Link to the provider settings, in a new tab so that unsaved changes are kept. */
function ProvidersLink() {
  return (
    <p className={styles.providers}>
      Users can sign in with the providers that are set up for the application.{' '}
      <a href="#/settings/auth-providers" target="_blank" rel="noopener" className={styles.link}>
        Manage OAuth2 providers
        <ExternalLink size={14} aria-hidden={true} />
        <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
      </a>
    </p>
  )
}
