import { VisuallyHidden } from '@coffer/ui'
import { ExternalLink } from 'lucide-react'
import styles from './OptionsTab.module.css'

/** Leads to where providers are set up, beside this editor: what is typed in it stays. */
export function ProvidersLink() {
  return (
    <p className={styles.providers}>
      Accounts may sign in with the providers that are set up for the whole application.{' '}
      <a href="#/settings/auth-providers" target="_blank" rel="noopener" className={styles.link}>
        Manage OAuth2 providers
        <ExternalLink size={14} aria-hidden={true} />
        <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
      </a>
    </p>
  )
}
