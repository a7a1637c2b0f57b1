import { Badge, CodeBlock, TextWithCode } from '@coffer/ui'
import type { DocumentedResponse } from './EndpointDocs.ts'
import styles from './Responses.module.css'
import { writeJson } from './samples/writeValue.ts'

/** The responses of an endpoint. */
export function Responses({ responses }: { responses: readonly DocumentedResponse[] }) {
  return (
    <ul className={styles.responses}>
      {responses.map(({ status, when, body }) => (
        <li key={`${status} ${when}`} className={styles.response}>
          <p className={styles.when}>
            <Badge tone={status < 300 ? 'success' : 'warning'}>{status}</Badge>
            <span>
              <TextWithCode text={when} />
            </span>
          </p>
          {body !== undefined && <CodeBlock code={writeJson(body)} language="json" noun={`the ${status} response`} />}
        </li>
      ))}
    </ul>
  )
}
