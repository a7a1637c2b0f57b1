import type { Settings, SettingsProviderName } from '@coffer/schema'
import { Button, CopyChip, Panel } from '@coffer/ui'
import { useId, useRef } from 'react'
import { providerTitle } from '../../../providers/providerTitles.ts'
import { FormColumn } from '../../../shell/form/FormColumn.tsx'
import { SaveShortcut } from '../../../shell/form/SaveShortcut.tsx'
import { TextField } from '../../../shell/form/TextField.tsx'
import { FlagField } from '../form/FlagField.tsx'
import { SecretField } from '../form/SecretField.tsx'
import type { Tree } from '../form/settingPath.ts'
import { useSettingsForm } from '../form/useSettingsForm.ts'
import { AppleSecret } from './AppleSecret.tsx'
import { EndpointFields } from './EndpointFields.tsx'
import styles from './ProviderEditor.module.css'
import { checkProvider, keyOf, proposedProvider, providerForm } from './providerForms.ts'

/** The values of a disabled provider. Disabling one clears all its fields. */
const disabledProvider = {
  enabled: false,
  clientId: '',
  clientSecret: '',
  authUrl: '',
  tokenUrl: '',
  userApiUrl: '',
  displayName: '',
  pkce: null,
}

interface ProviderEditorProps {
  name: SettingsProviderName
  isOpen: boolean
  settings: Settings
  onClose: () => void
  onSaved: () => void
}

export function ProviderEditor({ name, isOpen, settings, onClose, onSaved }: ProviderEditorProps) {
  const key = keyOf(name)
  const formId = useId()
  const beforeOff = useRef<Tree>({})
  const { makesSecret } = providerForm(name)
  const form = useSettingsForm({
    settings,
    shown: [key],
    proposed: { [key]: proposedProvider(settings[key], name) },
    check: draft => checkProvider(draft, name),
    successMessage: 'Successfully updated provider settings.',
    leaveQuestion: 'You have unsaved changes. Do you really want to close the panel?',
    isOpen,
    onSaved,
  })
  const { enabled } = form.draft[key]
  // Enabling the provider again restores its previous values, so that an accidental click loses nothing.
  const toggle = (isEnabled: boolean) => {
    if (isEnabled) return form.setChanges({ ...beforeOff.current, [key]: { ...treeAt(beforeOff.current, key), enabled: true } })
    beforeOff.current = form.changes
    form.setChanges({ [key]: disabledProvider })
  }
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <Panel
      open={isOpen}
      onCloseRequest={onClose}
      title={`${providerTitle(name)} provider`}
      width={580}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={form.isSaving}>
            Close
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={!form.hasChanges} loading={form.isSaving}>
            Save changes
          </Button>
        </>
      }
    >
      <SaveShortcut onSave={() => void form.save()} onSaveAndClose={() => void form.save()} />
      <FormColumn {...form.props} id={formId}>
        <FlagField {...form.flag(`${key}.enabled`)} label="Enable" onCheckedChange={toggle} />
        <div className={styles.redirect}>
          Redirect URL to register with the provider:
          <CopyChip noun="redirect URL" text={`${settings.meta.appUrl.replace(/\/+$/, '')}/api/oauth2-redirect`} />
        </div>
        <TextField {...form.text(`${key}.clientId`)} {...plain} label="Client ID" required={enabled} />
        <SecretField {...form.secret(`${key}.clientSecret`)} label="Client secret" required={enabled} />
        {makesSecret && form.lock(`${key}.clientSecret`) === undefined && (
          <AppleSecret
            clientId={form.draft[key].clientId}
            onSecret={(secret, clientId) => {
              form.set(`${key}.clientSecret`, secret)
              form.set(`${key}.clientId`, clientId)
            }}
          />
        )}
        <EndpointFields form={form} name={name} />
      </FormColumn>
    </Panel>
  )
}

function treeAt(tree: Tree, key: string): object {
  const part = tree[key]
  return typeof part === 'object' && part !== null ? part : {}
}
