import type { Explanation } from '@coffer/schema'
import type { ExplainedRequest } from '../../../queries/access.ts'
import accessText from '../accessText.module.css'
import { ExplainedTree } from './ExplainedTree.tsx'
import styles from './ExplanationResult.module.css'
import { ListedRecords } from './ListedRecords.tsx'
import { useUserNames } from './userNames.ts'

interface ExplanationResultProps {
  explanation: Explanation
  /** The explained request. */
  request: ExplainedRequest
  /** When it was explained, in milliseconds. */
  explainedAt: number
}

/** The records of an explained list, the rule as a tree, and the changes that would turn the response. */
export function ExplanationResult({ explanation, request, explainedAt }: ExplanationResultProps) {
  const { action, verdict, record, isExample, conditions, changes } = explanation
  const names = useUserNames(explanation)
  return (
    <>
      {action === 'list' && verdict.isAllowed && verdict.total !== 0 && (
        <ListedRecords
          // Another request closes the list again.
          key={JSON.stringify(request)}
          request={{ ...request, record: record ?? request.record }}
          explainedAt={explainedAt}
        />
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
