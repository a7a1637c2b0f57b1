import { type Settings, type TokenKind, tokenKinds } from '@coffer/schema'
import { SettingsFormCard } from '../form/SettingsFormCard.tsx'
import { useSettingsForm } from '../form/useSettingsForm.ts'
import { TokenFields } from './TokenFields.tsx'
import styles from './TokensForm.module.css'

interface TokenText {
  kind: TokenKind
  label: string
  /** What becomes of those who hold such tokens. */
  consequence: string
}

const resetLinks = 'Links in mails that were sent already will not work any more.'
const fileLinks = 'Links to protected files that are in use end; new ones are made at once.'

const sections: { title: string; tokens: TokenText[] }[] = [
  {
    title: 'Record tokens',
    tokens: [
      { kind: 'recordAuthToken', label: 'Auth record authentication token', consequence: 'All accounts will be signed out.' },
      { kind: 'recordVerificationToken', label: 'Auth record email verification token', consequence: resetLinks },
      { kind: 'recordPasswordResetToken', label: 'Auth record password reset token', consequence: resetLinks },
      { kind: 'recordEmailChangeToken', label: 'Auth record email change token', consequence: resetLinks },
      { kind: 'recordFileToken', label: 'Records protected file access token', consequence: fileLinks },
    ],
  },
  {
    title: 'Admin tokens',
    tokens: [
      { kind: 'adminAuthToken', label: 'Admins auth token', consequence: 'All admins will be signed out, you too.' },
      { kind: 'adminPasswordResetToken', label: 'Admins password reset token', consequence: resetLinks },
      { kind: 'adminFileToken', label: 'Admins protected file access token', consequence: fileLinks },
    ],
  },
]

export function TokensForm({ settings }: { settings: Settings }) {
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
