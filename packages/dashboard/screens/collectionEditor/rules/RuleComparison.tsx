import { describeRuleChange, type RemovedFields, type RuleChange, type UserDifference } from '@coffer/schema'
import { Button } from '@coffer/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ruleComparisonQuery } from '../../../queries/access.ts'
import { isSilent, statusOf } from '../../../queries/connection/failure.ts'
import { explainHref } from '../../../shell/address/addressSearch.ts'
import { actionOf, changedRules } from '../edited/changedRules.ts'
import type { EditedCollection, EditedRule } from '../edited/EditedCollection.ts'
import { FirstItems, RecordLinks } from './FirstItems.tsx'
import styles from './RuleComparison.module.css'
import { nameOf, UserRecords } from './UserRecords.tsx'
import { useSettled } from './useSettled.ts'

/** Says which records the edited rule opens and closes, compared with the stored one. Nothing if it is unchanged. */
export function RuleComparison({ edited, name }: { edited: EditedCollection; name: EditedRule }) {
  const action = actionOf(name)
  const rule = useSettled(changedRules(edited.stored, edited.rules)[action])
  const isCompared = edited.stored !== undefined && rule !== undefined
  const query = ruleComparisonQuery(edited.stored?.id ?? '', { [action]: rule ?? null })
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query,
    enabled: isCompared,
    placeholderData: keepPreviousData,
  })
  const change = isCompared ? data?.[0] : undefined
  return (
    <>
      <div role="status" className={isPlaceholderData ? styles.earlier : styles.comparison}>
        {change && <Sentences change={change} />}
        {isCompared && !data && !error && (
          <p className={styles.counting}>Counting the records that the rule opens and closes...</p>
        )}
        {isCompared && hasFailed(error) && <p>The records that the rule opens and closes could not be counted.</p>}
      </div>
      {isCompared && hasFailed(error) && (
        <Button size="small" className={styles.again} loading={isFetching} onClick={() => void refetch()}>
          Count again
        </Button>
      )}
      {change && <ChangedRecords change={change} collectionId={edited.stored?.id ?? ''} />}
      <TryRule edited={edited} name={name} />
    </>
  )
}

/** Whether a comparison has failed for another reason than the rule, whose errors are shown when it is saved. */
function hasFailed(error: Error | null): boolean {
  return error !== null && !isSilent(error) && statusOf(error) !== 400
}

/** Link that explains a request with the edited rule, in another tab, so that the edited rules stay. */
function TryRule({ edited: { stored, rules }, name }: { edited: EditedCollection; name: EditedRule }) {
  const action = actionOf(name)
  const rule = rules[name]
  if (!stored || !rule || action === 'manage') return null
  const href = explainHref({ explain: action, collectionId: stored.id, rule })
  return (
    <a className={styles.try} href={href} target="_blank" rel="noreferrer" aria-label={`Try it: ${action} rule`}>
      Try it
    </a>
  )
}

interface RuleChangeProps {
  change: RuleChange
  collectionId: string
  /** The fields that are removed with the change. */
  removed?: RemovedFields | undefined
}

/** What a changed rule opens and closes, in words, with the records and users. */
export function RuleChangeText(props: RuleChangeProps) {
  return (
    <>
      <Sentences change={props.change} />
      <ChangedRecords {...props} />
    </>
  )
}

function Sentences({ change }: { change: RuleChange }) {
  return describeRuleChange(change).map(sentence => <p key={sentence}>{sentence}</p>)
}

function ChangedRecords({ change, collectionId, removed }: RuleChangeProps) {
  const { gained, lost, gainedIds = [], lostIds = [] } = change.guests ?? {}
  const { action, after: rule } = change
  const of = { collectionId, persona: 'guest' }
  return (
    <>
      <RecordLinks
        {...of}
        label="Become accessible"
        ids={gainedIds}
        total={gained}
        change={{ action, rule, difference: 'gained', removed }}
      />
      <RecordLinks
        {...of}
        label="No longer accessible"
        ids={lostIds}
        total={lost}
        change={{ action, rule, difference: 'lost', removed }}
      />
      <Users change={change} collectionId={collectionId} removed={removed} />
    </>
  )
}

function differenceText({ gained = 0, lost = 0 }: UserDifference): string {
  return [gained > 0 && `${gained.toLocaleString('en-US')} more`, lost > 0 && `${lost.toLocaleString('en-US')} fewer`]
    .filter(Boolean)
    .join(', ')
}

/** Names the users that gain or lose records, with a link to what they can do now, and lists the records of one of them. */
function Users({ change, ...of }: RuleChangeProps) {
  const [shown, setShown] = useState<string>()
  const users = change.users?.changed ?? []
  const shownUser = users.find(({ persona }) => persona === shown)
  return (
    <>
      <FirstItems label="Users:" items={users}>
        {user => (
          <span key={user.persona}>
            <a href={`#/access?${new URLSearchParams({ persona: user.persona })}`} target="_blank" rel="noreferrer">
              {nameOf(user)}
            </a>{' '}
            <Button
              size="small"
              variant="quiet"
              aria-label={`${nameOf(user)}: ${differenceText(user)}`}
              aria-expanded={user.persona === shown}
              onClick={() => setShown(user.persona === shown ? undefined : user.persona)}
            >
              {differenceText(user)}
            </Button>
          </span>
        )}
      </FirstItems>
      {shownUser && <UserRecords key={shownUser.persona} change={change} user={shownUser} {...of} />}
    </>
  )
}
