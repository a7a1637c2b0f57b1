import { type RecordTokenName, type Settings, tokenOf } from '@coffer/schema'
import { Button } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../../queries/settings.ts'
import { DurationField } from '../../settings/tokens/DurationField.tsx'
import { InvalidateTokens } from '../../settings/tokens/TokenFields.tsx'
import type { AuthFields } from './authFields.ts'
import styles from './OptionsTab.module.css'

const oldLinks = 'Links in emails that were already sent stop working.'

const tokens = [
  {
    name: 'authToken',
    kind: 'recordAuthToken',
    label: 'Sign-in token',
    consequence: 'All users of this collection are signed out.',
  },
  { name: 'verificationToken', kind: 'recordVerificationToken', label: 'Email verification token', consequence: oldLinks },
  { name: 'passwordResetToken', kind: 'recordPasswordResetToken', label: 'Password reset token', consequence: oldLinks },
  { name: 'emailChangeToken', kind: 'recordEmailChangeToken', label: 'Email change token', consequence: oldLinks },
  {
    name: 'fileToken',
    kind: 'recordFileToken',
    label: 'Protected file token',
    consequence: 'Current protected-file links of its users stop working. New ones are issued automatically.',
  },
] as const

/** The lifetimes of the tokens of a collection, and buttons that invalidate the issued ones. */
export function TokenOptions({ fields }: { fields: AuthFields }) {
  const { data: settings } = useQuery(settingsQuery)
  if (!settings) return null
  return (
    <div className={styles.tokens}>
      {tokens.map(token => (
        <TokenOption key={token.name} {...token} fields={fields} settings={settings} />
      ))}
    </div>
  )
}

interface TokenOptionProps {
  fields: AuthFields
  settings: Settings
  name: RecordTokenName
  kind: (typeof tokens)[number]['kind']
  label: string
  consequence: string
}

function TokenOption({ fields, settings, name, kind, label, consequence }: TokenOptionProps) {
  const own = fields.auth.coffer?.tokens?.[name]
  const usual = tokenOf({ options: {} }, kind, settings).duration
  const set = (token: typeof own) => fields.setOwn('tokens', { ...fields.auth.coffer?.tokens, [name]: token ?? null })
  const { secret = '', duration = 0 } = own ?? {}
  return (
    <div className={styles.token}>
      <DurationField
        name={`tokens.${name}.duration`}
        label={`${label} duration`}
        value={duration === 0 ? usual : duration}
        error={fields.ownError(`tokens.${name}`)}
        lock={undefined}
        onValueChange={seconds => set({ secret, duration: seconds })}
      />
      <InvalidateTokens
        isReplaced={secret !== ''}
        consequence={consequence}
        onReplace={made => set({ secret: made, duration })}
        onKeep={() => set({ secret: '', duration })}
      />
      {duration !== 0 && (
        <div>
          <Button size="small" onClick={() => set({ secret, duration: 0 })}>
            Use the duration in the settings
          </Button>
        </div>
      )}
    </div>
  )
}
