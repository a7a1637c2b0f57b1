import { mask, type OwnProvider, type ProviderName } from '@coffer/schema'
import { Button, Dialog, Switch } from '@coffer/ui'
import { useId, useState } from 'react'
import { providerTitle } from '../../../providers/providerTitles.ts'
import { FormColumn } from '../../../shell/form/FormColumn.tsx'
import { formIssues } from '../../../shell/form/formIssues.ts'
import { TextField } from '../../../shell/form/TextField.tsx'
import { useForm } from '../../../shell/form/useForm.ts'
import { SecretField } from '../../settings/form/SecretField.tsx'
import { AppleSecret } from '../../settings/providers/AppleSecret.tsx'
import styles from '../../settings/providers/EndpointFields.module.css'
import { providerForm } from '../../settings/providers/providerForms.ts'

/** Returns the provider that the form of a new one starts with. */
export function newProvider(name: ProviderName): OwnProvider {
  const { displayName = '', hasPkce } = providerForm(name)
  const texts = { clientId: '', clientSecret: '', authURL: '', tokenURL: '', userInfoURL: '', displayName }
  return { name, ...texts, pkce: hasPkce ? true : null }
}

/** The keys of the endpoints in collections. */
const endpointKeys = { authUrl: 'authURL', tokenUrl: 'tokenURL', userApiUrl: 'userInfoURL' } as const

interface ProviderDialogProps {
  name: ProviderName
  provider: OwnProvider
  /** Whether the server has a secret for it. */
  isStored: boolean
  onClose: () => void
  /** Takes the provider, which is stored when the collection is saved. */
  onSet: (provider: OwnProvider) => void
  /** Restores focus after closing and returns whether it did. */
  takeFocus: () => boolean
}

/** Dialog that edits an OAuth2 provider of a collection. */
export function ProviderDialog({ name, provider, isStored, onClose, onSet, takeFocus }: ProviderDialogProps) {
  const formId = useId()
  const [pkce, setPkce] = useState(provider.pkce)
  const { endpoints, displayName, hasPkce, makesSecret } = providerForm(name)
  const { name: _, pkce: __, ...texts } = provider
  const keptSecret = isStored ? mask : ''
  const form = useForm({
    initial: { ...texts, clientSecret: texts.clientSecret || keptSecret },
    check: values =>
      formIssues([
        { name: 'clientId', label: 'Client ID', value: values.clientId },
        { name: 'clientSecret', label: 'Client secret', value: values.clientSecret },
        ...(displayName === undefined ? [] : [{ name: 'displayName', label: 'Display name', value: values.displayName }]),
        ...(endpoints && !endpoints.isOptional ? endpoints.fields : []).map(({ name: endpoint, label }) => ({
          name: endpointKeys[endpoint],
          label,
          value: values[endpointKeys[endpoint]],
        })),
      ]),
    send: async values => onSet({ name, ...values, pkce }),
  })
  const plain = { autoComplete: 'off', spellCheck: false } as const
  const secret = form.field('clientSecret')
  return (
    <Dialog
      open={true}
      onClose={onClose}
      takeFocus={takeFocus}
      title={`${providerTitle(name)} provider`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary">
            Set provider
          </Button>
        </>
      }
    >
      <FormColumn {...form.props} id={formId}>
        <TextField {...form.field('clientId')} {...plain} label="Client ID" />
        <SecretField
          {...secret}
          lock={undefined}
          label="Client secret"
          isStored={isStored}
          isReplaced={isStored && secret.value !== mask}
          onKeep={() => secret.onValueChange(mask)}
        />
        {makesSecret && (
          <AppleSecret
            clientId={form.values.clientId}
            onSecret={(made, clientId) => {
              secret.onValueChange(made)
              form.field('clientId').onValueChange(clientId)
            }}
          />
        )}
        {displayName !== undefined && <TextField {...form.field('displayName')} label="Display name" autoComplete="off" />}
        {endpoints && (
          <fieldset className={styles.endpoints}>
            <legend className={styles.legend}>{endpoints.title}</legend>
            {endpoints.fields.map(({ name: endpoint, label, placeholder }) => (
              <TextField
                key={endpoint}
                {...form.field(endpointKeys[endpoint])}
                {...plain}
                label={label}
                type="url"
                required={!endpoints.isOptional}
                placeholder={placeholder}
              />
            ))}
          </fieldset>
        )}
        {hasPkce && <Switch label="Support PKCE" checked={pkce === true} onCheckedChange={setPkce} />}
      </FormColumn>
    </Dialog>
  )
}
