import { CodeBlock, TextWithCode } from '@coffer/ui'
import { AccessNote } from './AccessNote.tsx'
import { CodeSamples } from './CodeSamples.tsx'
import type { EndpointText } from './EndpointDocs.ts'
import styles from './EndpointPage.module.css'
import { ParameterRows } from './ParameterRows.tsx'
import { RequestLine } from './RequestLine.tsx'
import { Responses } from './Responses.tsx'
import { writeJson } from './samples/writeValue.ts'

interface EndpointPageProps {
  label: string
  text: EndpointText
}

/** Documentation of one endpoint. */
export function EndpointPage({ label, text }: EndpointPageProps) {
  const { summary, notes = [], access, method, path, samples, tables, event, responses } = text
  return (
    <article className={styles.page}>
      <section className={styles.part}>
        <h3 className={styles.title}>{label}</h3>
        {[summary, ...notes].map(sentence => (
          <p key={sentence}>
            <TextWithCode text={sentence} />
          </p>
        ))}
        <RequestLine method={method} path={path} />
        <AccessNote access={access} />
      </section>
      <CodeSamples samples={samples} />
      {tables.map(({ title, parameters }) => (
        <section key={title} className={styles.part}>
          <h4 className={styles.heading}>{title}</h4>
          <ParameterRows label={title} parameters={parameters} />
        </section>
      ))}
      {event !== undefined && (
        <section className={styles.part}>
          <h4 className={styles.heading}>Event</h4>
          <p>
            <TextWithCode text="The data of each event. `action` is `create`, `update` or `delete`." />
          </p>
          <CodeBlock code={writeJson(event)} language="json" noun="the event" />
        </section>
      )}
      <section className={styles.part}>
        <h4 className={styles.heading}>Responses</h4>
        <Responses responses={responses} />
      </section>
    </article>
  )
}
