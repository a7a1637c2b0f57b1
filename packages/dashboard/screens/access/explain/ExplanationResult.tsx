import type { Explanation, Verdict } from '@coffer/schema'
import { Alert } from '@coffer/ui'
import type { ExplainedRequest } from '../../../queries/access.ts'
import { countInWords } from '../../../shell/collections/recordCountText.ts'
import accessText from '../accessText.module.css'
import { ExplainedTree } from './ExplainedTree.tsx'
import styles from './ExplanationResult.module.css'
import { ListedRecords } from './ListedRecords.tsx'
import { useUserNames } from './userNames.ts'

interface ExplanationResultProps {
  explanation: Explanation
  /** The explained request. */
  request: ExplainedRequest
}

function verdictText({ status, isAllowed, total }: Verdict, isList: boolean): string {
  if (!isAllowed) return `Rejected with ${status}`
  if (!isList || total === undefined) return `Allowed with ${status}`
  return total === 0 ? 'Allowed, but the list is empty' : `Allowed: ${countInWords(total)} in the list`
}

/** The response of the API, the rule as a tree, and the changes that would turn it. */
export function ExplanationResult({ explanation, request }: ExplanationResultProps) {
  const { action, verdict, record, isExample, conditions, note, changes } = explanation
  const isEmpty = verdict.total === 0
  const names = useUserNames(explanation)
  return (
    <>
      <Alert
        tone={verdict.isAllowed ? (isEmpty ? 'warning' : 'success') : 'danger'}
        title={verdictText(verdict, action === 'list')}
      >
        {verdict.message && <p>{verdict.message}</p>}
        {Object.entries(verdict.issues).map(([field, { message }]) => (
          <p key={field}>
            <code>{field}</code>: {message}
          </p>
        ))}
        {note && <p>{note}</p>}
      </Alert>
      {action === 'list' && verdict.isAllowed && !isEmpty && (
        // Closed again for another request.
        <ListedRecords key={JSON.stringify(request)} request={request} />
      )}
      {record !== undefined && conditions.length > 0 && (
        <p>
          {isExample ? 'For example, record ' : 'Record '}
          <RecordLink collectionId={request.collection} id={record} isStored={action !== 'create'} />
          {verdict.hasRecord === undefined ? ':' : verdict.hasRecord ? ' is in the list:' : ' is not in the list:'}
        </p>
      )}
      {conditions.map(({ source, tree }) => (
        <section key={source} aria-label={source === 'rule' ? 'Rule' : 'Filter'} className={styles.condition}>
          <h3 className={accessText.title}>{source === 'rule' ? 'Rule' : 'Filter'}</h3>
          <ExplainedTree node={tree} names={names} />
        </section>
      ))}
      {changes.length > 0 && (
        <section aria-label="What would change the result" className={styles.condition}>
          <h3 className={accessText.title}>What would change the result</h3>
          <ul className={styles.changes}>
            {changes.map(({ text, rule }) => (
              <li key={text}>
                {text}
                {rule && <pre className={accessText.rule}>{rule}</pre>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function RecordLink({ collectionId, id, isStored }: { collectionId: string; id: string; isStored: boolean }) {
  if (!isStored) return <code>{id}</code>
  return <a href={`#/collections?${new URLSearchParams({ collectionId, recordId: id })}`}>{id}</a>
}
