import { Badge, CodeBlock, TextWithCode } from '@coffer/ui'
import styles from './Answers.module.css'
import type { Answer } from './EndpointDocs.ts'
import { writeJson } from './samples/writeValue.ts'

/** The responses of an endpoint. */
export function Answers({ answers }: { answers: readonly Answer[] }) {
  return (
    <ul className={styles.answers}>
      {answers.map(({ status, when, body }) => (
        <li key={`${status} ${when}`} className={styles.answer}>
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
