import { Alert } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { codeStateQuery } from '../../queries/code.ts'
import styles from './CodeBanner.module.css'

/** Shows on every page while changed files of hooks cannot be loaded. */
export function CodeBanner() {
  const { data: code } = useQuery(codeStateQuery)
  return (
    <div role="status" aria-live="polite">
      {(code?.broken || code?.scripts?.broken) && (
        <Alert
          className={styles.banner}
          tone="danger"
          title={
            !code.broken
              ? 'A file of pb_hooks could not be loaded. The other files run.'
              : code.files.length > 0
                ? 'Your changed code could not be loaded. The former version keeps running.'
                : 'Your code could not be loaded. Requests for records are rejected until it is.'
          }
          action={
            <a className={styles.link} href="#/settings/code">
              Show the error
            </a>
          }
        />
      )}
    </div>
  )
}
