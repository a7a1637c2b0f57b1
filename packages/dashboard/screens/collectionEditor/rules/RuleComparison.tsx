import { describeRuleChange, type RuleChange, type UserDifference } from '@coffer/schema'
import { Button, joinClasses } from '@coffer/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ruleComparisonQuery } from '../../../queries/access.ts'
import { messageOf } from '../../../queries/connection/failure.ts'
import { explainHref } from '../../../shell/address/explainHref.ts'
import { actionOf, changedRules } from '../edited/changedRules.ts'
import type { EditedCollection, EditedRule } from '../edited/EditedCollection.ts'
import styles from './RuleComparison.module.css'
import { useSettled } from './useSettled.ts'

/** Says which records the edited rule opens and closes, compared with the stored one. Nothing if it is unchanged. */
export function RuleComparison({ edited, name }: { edited: EditedCollection; name: EditedRule }) {
  const action = actionOf(name)
  const rule = useSettled(changedRules(edited.stored, edited.rules)[action])
  const isCompared = edited.stored !== undefined && rule !== undefined
  const query = ruleComparisonQuery(edited.stored?.id ?? '', { [action]: rule ?? null })
  const { data: [change] = [] } = useQuery({ ...query, enabled: isCompared, placeholderData: keepPreviousData })
  return (
    <>
      <div role="status" className={styles.comparison}>
        {isCompared && change && <RuleChangeText change={change} collectionId={edited.stored?.id ?? ''} />}
      </div>
      <TryRule edited={edited} name={name} />
    </>
  )
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

/** What a changed rule opens and closes, in words, with the records and users. */
export function RuleChangeText({ change, collectionId }: { change: RuleChange; collectionId: string }) {
  const { gainedIds = [], lostIds = [] } = change.guests ?? {}
  return (
    <>
      {describeRuleChange(change).map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Records label="Become accessible:" ids={gainedIds} total={change.guests?.gained} collectionId={collectionId} />
      <Records label="No longer accessible:" ids={lostIds} total={change.guests?.lost} collectionId={collectionId} />
      <Users change={change} collectionId={collectionId} />
    </>
  )
}

/** Number of records or users that are shown at first. */
const shownAtFirst = 5

interface FewProps<Item> {
  label: string
  items: readonly Item[]
  /** The number of all, if it is known and there are more than these. */
  total?: number | undefined
  children: (item: Item) => ReactNode
}

/** Lists some of the items, and all of them on demand. */
function Few<Item>({ label, items, total = items.length, children }: FewProps<Item>) {
  const [showsAll, setShowsAll] = useState(false)
  if (items.length === 0) return null
  const count = items.length.toLocaleString('en-US')
  const all = total > items.length ? `Show ${count} of ${total.toLocaleString('en-US')}` : `Show all ${count}`
  return (
    <div className={joinClasses(styles.few, showsAll && styles.all)}>
      <span>{label}</span>
      {(showsAll ? items : items.slice(0, shownAtFirst)).map(children)}
      {items.length > shownAtFirst && (
        <Button size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : all}
        </Button>
      )}
    </div>
  )
}

interface RecordsProps {
  label: string
  ids: readonly string[]
  total: number | undefined
  collectionId: string
}

function Records({ label, ids, total, collectionId }: RecordsProps) {
  return (
    <Few label={label} items={ids} total={total}>
      {id => (
        // In another tab, so that the edited rules stay.
        <a
          key={id}
          href={`#/collections?${new URLSearchParams({ collectionId, recordId: id })}`}
          target="_blank"
          rel="noreferrer"
        >
          {id}
        </a>
      )}
    </Few>
  )
}

function differenceText({ gained = 0, lost = 0 }: UserDifference): string {
  return [gained > 0 && `${gained.toLocaleString('en-US')} more`, lost > 0 && `${lost.toLocaleString('en-US')} fewer`]
    .filter(Boolean)
    .join(', ')
}

interface UsersProps {
  change: RuleChange
  collectionId: string
}

/** Names the users that gain or lose records, with a link to what they can do now, and lists the records of one of them. */
function Users({ change, collectionId }: UsersProps) {
  const [shown, setShown] = useState<string>()
  const users = change.users?.changed ?? []
  const shownUser = users.find(({ persona }) => persona === shown)
  return (
    <>
      <Few label="Users:" items={users}>
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
      </Few>
      {shownUser && <UserRecords change={change} user={shownUser} collectionId={collectionId} />}
    </>
  )
}

const nameOf = ({ username, persona }: UserDifference): string => username || persona

/** Lists the records that a user gains and loses. */
function UserRecords({ change: { action, after }, user, collectionId }: UsersProps & { user: UserDifference }) {
  const { data, error } = useQuery(ruleComparisonQuery(collectionId, { [action]: after }, user.persona))
  const { gainedIds = [], lostIds = [] } = data?.[0]?.users?.changed[0] ?? {}
  return (
    <div role="status" aria-label={`Records of ${nameOf(user)}`}>
      {error && <p>{messageOf(error)}</p>}
      <Records label={`${nameOf(user)} gains:`} ids={gainedIds} total={user.gained} collectionId={collectionId} />
      <Records label={`${nameOf(user)} loses:`} ids={lostIds} total={user.lost} collectionId={collectionId} />
    </div>
  )
}
