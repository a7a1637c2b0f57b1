import { type ReactNode, useId } from 'react'
import type { CollectionForm } from '../useCollectionForm.ts'
import { AuthMethod } from './AuthMethod.tsx'
import { authFields } from './authFields.ts'
import { EmailDomains } from './EmailDomains.tsx'
import { GeneralOptions } from './GeneralOptions.tsx'
import { IdentityFields } from './IdentityFields.tsx'
import { MailTemplates } from './MailTemplates.tsx'
import { MappedFields } from './MappedFields.tsx'
import styles from './OptionsTab.module.css'
import { OwnProviders } from './OwnProviders.tsx'
import { SignInOptions } from './SignInOptions.tsx'
import { TokenOptions } from './TokenOptions.tsx'

/** Tab with the options of an auth collection. */
export function OptionsTab({ form }: { form: CollectionForm }) {
  const fields = authFields(form)
  const hasDomainIssue = [fields.errorOf('exceptEmailDomains'), fields.errorOf('onlyEmailDomains')].some(Boolean)
  return (
    <div className={styles.options}>
      <Section title="Auth methods">
        <AuthMethod title="Username/Password" option="allowUsernameAuth" fields={fields} />
        <AuthMethod title="Email/Password" option="allowEmailAuth" fields={fields} hasIssue={hasDomainIssue}>
          <EmailDomains fields={fields} />
        </AuthMethod>
        <IdentityFields edited={form.edited} fields={fields} />
        <AuthMethod title="OAuth2" option="allowOAuth2Auth" fields={fields} hasIssue={fields.ownError('oauth2') !== undefined}>
          <OwnProviders fields={fields} />
          <MappedFields edited={form.edited} fields={fields} />
        </AuthMethod>
      </Section>
      <Section title="General">
        <GeneralOptions fields={fields} />
      </Section>
      <Section title="Sign-ins">
        <SignInOptions fields={fields} />
      </Section>
      <Section title="Mail templates">
        <MailTemplates fields={fields} />
      </Section>
      <Section title="Tokens">
        <TokenOptions fields={fields} />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {children}
    </section>
  )
}
