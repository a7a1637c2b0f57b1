import { type Settings, type TokenKind, tokenKinds } from '@coffer/schema'
import { SettingsFormCard } from '../form/SettingsFormCard.tsx'
import { useSettingsForm } from '../form/useSettingsForm.ts'
import { WithSettings } from '../form/WithSettings.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { TokenFields } from './TokenFields.tsx'
import styles from './TokensPage.module.css'

interface TokenText {
  kind: TokenKind
  label: string
  /** What happens when issued tokens are invalidated. */
  consequence: string
}

const resetLinks = 'Links in emails that were already sent stop working.'
const fileLinks = 'Current protected-file links stop working. New ones are issued automatically.'

const sections: { title: string; tokens: TokenText[] }[] = [
  {
    title: 'Record tokens',
    tokens: [
      { kind: 'recordAuthToken', label: 'Auth record authentication token', consequence: 'All users will be signed out.' },
      { kind: 'recordVerificationToken', label: 'Auth record email verification token', consequence: resetLinks },
      { kind: 'recordPasswordResetToken', label: 'Auth record password reset token', consequence: resetLinks },
      { kind: 'recordEmailChangeToken', label: 'Auth record email change token', consequence: resetLinks },
      { kind: 'recordFileToken', label: 'Records protected file access token', consequence: fileLinks },
    ],
  },
  {
    title: 'Admin tokens',
    tokens: [
      { kind: 'adminAuthToken', label: 'Admins auth token', consequence: 'All admins will be signed out, including you.' },
      { kind: 'adminPasswordResetToken', label: 'Admins password reset token', consequence: resetLinks },
      { kind: 'adminFileToken', label: 'Admins protected file access token', consequence: fileLinks },
    ],
  },
]

/** Settings for the validity of tokens. */
export function TokensPage() {
  return (
    <SettingsFrame title="Token options">
      <WithSettings>{settings => <TokensForm settings={settings} />}</WithSettings>
    </SettingsFrame>
  )
}

function TokensForm({ settings }: { settings: Settings }) {
  const form = useSettingsForm({ settings, shown: tokenKinds, successMessage: 'Successfully saved tokens options.' })
  return (
    <SettingsFormCard form={form} intro="Adjust common token options.">
      {sections.map(({ title, tokens }) => (
        <section key={title} className={styles.section} aria-label={title}>
          <h2 className={styles.title}>{title}</h2>
          <div className={styles.tokens}>
            {tokens.map(token => (
              <TokenFields key={token.kind} form={form} {...token} />
            ))}
          </div>
        </section>
      ))}
    </SettingsFormCard>
  )
}
