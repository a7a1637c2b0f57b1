import { VisuallyHidden } from '@coffer/ui'
import { ExternalLink } from 'lucide-react'
import type { CollectionForm } from '../useCollectionForm.ts'
import { AuthMethod } from './AuthMethod.tsx'
import { authFields } from './authFields.ts'
import { EmailDomains } from './EmailDomains.tsx'
import { GeneralOptions } from './GeneralOptions.tsx'
import styles from './OptionsTab.module.css'

/** Tab with the options of an auth collection. */
export function OptionsTab({ form }: { form: CollectionForm }) {
  const fields = authFields(form)
  const hasDomainIssue = [fields.errorOf('exceptEmailDomains'), fields.errorOf('onlyEmailDomains')].some(Boolean)
  return (
    <div className={styles.options}>
      <section className={styles.section} aria-labelledby="auth-methods">
        <h3 id="auth-methods" className={styles.title}>
          Auth methods
        </h3>
        <AuthMethod title="Username/Password" option="allowUsernameAuth" fields={fields} />
        <AuthMethod title="Email/Password" option="allowEmailAuth" fields={fields} hasIssue={hasDomainIssue}>
          <EmailDomains fields={fields} />
        </AuthMethod>
        <AuthMethod title="OAuth2" option="allowOAuth2Auth" fields={fields}>
          <ProvidersLink />
        </AuthMethod>
      </section>
      <section className={styles.section} aria-labelledby="auth-general">
        <h3 id="auth-general" className={styles.title}>
          General
        </h3>
        <GeneralOptions fields={fields} />
      </section>
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
