import { VisuallyHidden } from '@coffer/ui'
import { ExternalLink } from 'lucide-react'
import styles from './OptionsTab.module.css'

/** Link to the provider settings, in a new tab so that unsaved changes are kept. */
export function ProvidersLink() {
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
