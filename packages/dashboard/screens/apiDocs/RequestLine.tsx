import { Badge, CopyButton } from '@coffer/ui'
import { client } from '../../queries/connection/client.ts'
import type { EndpointText } from './EndpointDocs.ts'
import styles from './RequestLine.module.css'

const tones = { GET: 'info', POST: 'success', PATCH: 'warning', DELETE: 'danger' } as const

/** Method and URL of an endpoint. */
export function RequestLine({ method, path }: Pick<EndpointText, 'method' | 'path'>) {
  const origin = client.baseUrl.replace(/\/+$/, '')
  return (
    <div className={styles.line}>
      <Badge tone={tones[method]}>{method}</Badge>
      <code className={styles.address}>
        <span className={styles.origin}>{origin}</span>
        {path}
      </code>
      <CopyButton text={origin + path} label="Copy the URL" size="small" side="left" />
    </div>
  )
}
