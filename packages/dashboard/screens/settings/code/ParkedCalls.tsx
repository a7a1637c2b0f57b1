import { Button } from '@coffer/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ParkedCall, parkedCallsQuery, runAgain } from '../../../queries/code.ts'
import { Moment } from '../../../shell/page/Moment.tsx'
import { Card } from '../frame/Card.tsx'
import listItem from '../frame/listItem.module.css'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { useSend } from '../webHooks/useSend.ts'
import styles from './CodePage.module.css'
import { StackText } from './StackText.tsx'

const subjectOf = ({ collection, record }: ParkedCall): string =>
  collection === '' ? 'A long record' : `${collection}/${record}`

/** The calls of hooks after changes that were given up, with a button to run each again. */
export function ParkedCalls() {
  const query = useQuery(parkedCallsQuery)
  if (!query.data) return <QueryNotice query={query} noun="calls" />
  if (query.data.length === 0) return null
  return (
    <Card>
      <h2 className={styles.title}>Calls given up</h2>
      <ul className={listItem.list} aria-label="Calls given up">
        {query.data.map(call => (
          <ParkedItem key={call.id} call={call} />
        ))}
      </ul>
    </Card>
  )
}

function ParkedItem({ call }: { call: ParkedCall }) {
  const queryClient = useQueryClient()
  const { isSending, send } = useSend(async () => {
    await runAgain(call)
    await queryClient.invalidateQueries(parkedCallsQuery)
  })
  const subject = subjectOf(call)
  return (
    <li className={listItem.item} aria-label={subject}>
      <span className={listItem.name}>{subject}</span>
      <StackText label={`Error of ${subject}`} text={call.error} />
      <div className={listItem.foot}>
        <span className={listItem.facts}>
          <code>{call.hook}</code>
          <Moment label="Changed:" date={call.created} />
          <span>{call.attempts === 1 ? '1 attempt' : `${call.attempts} attempts`}</span>
        </span>
        <Button loading={isSending} aria-label={`Run again: ${subject}`} onClick={send}>
          Run again
        </Button>
      </div>
    </li>
  )
}
