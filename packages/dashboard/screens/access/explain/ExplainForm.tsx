import type { Collection, ExplainedAction, PersonaDescription } from '@coffer/schema'
import { Alert, Button, FieldFrame, Select, Skeleton, TextArea, TextInput } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ExplainedRequest, explanationQuery } from '../../../queries/access.ts'
import { type FieldErrors, messageOf } from '../../../queries/connection/failure.ts'
import type { DialectName } from '../../../queries/settings.ts'
import { useFieldErrors } from '../../../shell/form/useFieldErrors.ts'
import { explainedActions } from '../useAccessAddress.ts'
import styles from './ExplainForm.module.css'
import { ExplainWho } from './ExplainWho.tsx'
import { ExplanationResult } from './ExplanationResult.tsx'
import { dataIssue, headersIssue, parseData, parseHeaders } from './requestTexts.ts'
import { lacksUser } from './userNames.ts'
import { VerdictAlert } from './VerdictAlert.tsx'

/** The request that the address names. */
interface Asked {
  action: ExplainedAction
  collection: Collection
  persona: string
  recordId: string | undefined
  query: string | undefined
  rule: string | undefined
  dialect: DialectName
}

interface ExplainFormProps {
  asked: Asked
  personas: readonly PersonaDescription[]
}

const labels: Readonly<Record<ExplainedAction, string>> = {
  list: 'List',
  view: 'View',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
}

const versions: readonly { value: DialectName; label: string }[] = [
  { value: '0.22', label: 'PocketBase 0.22' },
  { value: 'today', label: 'PocketBase 0.23 and later' },
]

/** The request to explain, and why the API responds to it as it does. */
export function ExplainForm({ asked, personas }: ExplainFormProps) {
  const { collection, rule } = asked
  const [persona, setPersona] = useState(asked.persona)
  const [action, setAction] = useState(asked.action)
  const [record, setRecord] = useState(asked.recordId ?? '')
  const [query, setQuery] = useState(asked.query ?? '')
  const [data, setData] = useState('')
  const [headers, setHeaders] = useState('')
  const [dialect, setDialect] = useState(asked.dialect)
  const hasData = action === 'create' || action === 'update'
  const needsRecord = action !== 'list' && action !== 'create'
  const parsed = parseData(hasData ? data : '')
  const parsedHeaders = parseHeaders(headers)
  const request: ExplainedRequest = {
    ...{ persona, collection: collection.id, action, rule, dialect },
    record: action === 'create' ? '' : record.trim(),
    data: parsed ?? {},
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: parsedHeaders ?? {},
  }
  const form = useRef<HTMLDivElement>(null)
  const { errors, show } = useFieldErrors(form)
  const issues: FieldErrors = {
    ...(lacksUser(persona) && { user: 'Find a user, or choose Guests.' }),
    ...(needsRecord && request.record === '' && { record: 'Enter the id of a record.' }),
    ...(!parsed && { data: dataIssue }),
    ...(!parsedHeaders && { headers: headersIssue }),
  }
  const isComplete = Object.keys(issues).length === 0
  /** Returns the error of a field that the last attempt has shown, until the field is right. */
  const errorOf = (field: string): string => (errors[field] && issues[field]) ?? ''
  // What the address names completely is explained at once.
  const [sent, setSent] = useState(isComplete && action !== 'create' ? request : undefined)
  const {
    data: explanation,
    error,
    isFetching,
    dataUpdatedAt,
    errorUpdatedAt,
    refetch,
  } = useQuery({
    ...explanationQuery(sent ?? request),
    enabled: sent !== undefined,
  })
  const verdict = useRef<HTMLDivElement>(null)
  const respondedAt = Math.max(dataUpdatedAt, errorUpdatedAt)

  // On a phone, the form fills the window. The focus stays where it is: the verdict is a live region.
  useEffect(() => {
    if (respondedAt > 0) verdict.current?.scrollIntoView({ block: 'nearest' })
  }, [respondedAt])

  function submit(event: FormEvent) {
    event.preventDefault()
    show(issues)
    if (!isComplete) return
    if (JSON.stringify(sent) === JSON.stringify(request)) void refetch()
    else setSent(request)
  }

  return (
    <div ref={form} className={styles.explain}>
      <ExplainWho personas={personas} value={persona} onChange={setPersona} error={errorOf('user')} />
      <form className={styles.form} onSubmit={submit}>
        <FieldFrame label="Action" help={`Collection ${collection.name}`}>
          {({ control }) => (
            <Select
              {...control}
              options={explainedActions
                .filter(known => collection.type !== 'view' || known === 'list' || known === 'view')
                .map(allowed => ({ value: allowed, label: labels[allowed] }))}
              value={action}
              onChange={setAction}
              searchable={false}
            />
          )}
        </FieldFrame>
        {action !== 'create' && (
          <FieldFrame
            label="Record id"
            help={action === 'list' ? 'Leave empty to explain an example.' : undefined}
            error={errorOf('record')}
          >
            {({ control }) => <TextInput {...control} value={record} onValueChange={setRecord} />}
          </FieldFrame>
        )}
        {hasData && (
          <FieldFrame label="Data" help="The values that the client sends, as JSON." error={errorOf('data')}>
            {({ control }) => <TextArea {...control} mono rows={3} value={data} onValueChange={setData} />}
          </FieldFrame>
        )}
        <FieldFrame label="Query" help="The part of the URL after “?”, such as filter=title~'x'.">
          {({ control }) => <TextInput {...control} value={query} onValueChange={setQuery} />}
        </FieldFrame>
        <FieldFrame
          label="Headers"
          help="One per line, such as x-team: red. Rules read it as @request.headers.x_team."
          error={errorOf('headers')}
        >
          {({ control }) => <TextArea {...control} mono rows={2} value={headers} onValueChange={setHeaders} />}
        </FieldFrame>
        <FieldFrame label="Client" help="Statuses, messages and filters differ between the versions.">
          {({ control }) => <Select {...control} options={versions} value={dialect} onChange={setDialect} searchable={false} />}
        </FieldFrame>
        <Button type="submit" variant="primary" loading={isFetching} className={styles.submit}>
          Explain
        </Button>
      </form>
      {rule !== undefined && <Alert title="With the rule as edited">It is not saved: the API still uses the stored rule.</Alert>}
      <div className={styles.result}>
        <div ref={verdict} role="status" className={styles.verdict}>
          {error && <Alert tone="danger">{messageOf(error)}</Alert>}
          {!error && explanation && <VerdictAlert explanation={explanation} request={sent ?? request} />}
          {!error && !explanation && isFetching && <Skeleton height={36} />}
        </div>
        {!error && explanation && (
          <ExplanationResult explanation={explanation} request={sent ?? request} explainedAt={dataUpdatedAt} />
        )}
      </div>
    </div>
  )
}
