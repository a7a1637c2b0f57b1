import type { ProviderName } from '@coffer/schema'
import styles from './ProviderLogo.module.css'
import { providerMarks } from './providerMarks.ts'
import { providerTitle } from './providerTitles.ts'

/** Returns the mark of a provider. Names with a number, such as `oidc2`, share the mark of the name without it. */
const markOf = (provider: string): string | undefined => providerMarks[provider.replace(/\d$/, '') as ProviderName]

/** Logo of an OAuth2 provider. Hidden from assistive technology, because the name is shown beside it. */
export function ProviderLogo({ provider, size = 20 }: { provider: string; size?: number }) {
  const mark = markOf(provider)
  if (mark === undefined) {
    return (
      <span className={styles.initial} style={{ width: size, height: size }} aria-hidden="true">
        {providerTitle(provider).charAt(0)}
      </span>
    )
  }
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={mark} />
    </svg>
  )
}
