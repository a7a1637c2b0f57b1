import type { SettingsProviderName } from '@coffer/schema'
import { TextField } from '../../../shell/form/TextField.tsx'
import { FlagField } from '../form/FlagField.tsx'
import type { SettingsForm } from '../form/useSettingsForm.ts'
import styles from './EndpointFields.module.css'
import { keyOf, providerForm } from './providerForms.ts'

interface EndpointFieldsProps {
  form: SettingsForm
  name: SettingsProviderName
}

/** The inputs that only some providers have: display name, endpoints and PKCE. */
export function EndpointFields({ form, name }: EndpointFieldsProps) {
  const key = keyOf(name)
  const { endpoints, displayName, hasPkce } = providerForm(name)
  const { enabled } = form.draft[key]
  return (
    <>
      {displayName !== undefined && (
        <TextField {...form.text(`${key}.displayName`)} label="Display name" required={enabled} autoComplete="off" />
      )}
      {endpoints && (
        <fieldset className={styles.endpoints}>
          <legend className={styles.legend}>{endpoints.title}</legend>
          {endpoints.fields.map(({ name: field, label, placeholder }) => (
            <TextField
              key={field}
              {...form.text(`${key}.${field}`)}
              label={label}
              type="url"
              required={enabled && !endpoints.isOptional}
              autoComplete="off"
              spellCheck={false}
              placeholder={placeholder}
            />
          ))}
        </fieldset>
      )}
      {hasPkce && (
        <div>
          <FlagField {...form.flag(`${key}.pkce`)} label="Support PKCE" />
          <p className={styles.hint}>Safe to leave on: providers without PKCE support ignore it.</p>
        </div>
      )}
    </>
  )
}
