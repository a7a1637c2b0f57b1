import { type Collection, describeRule } from '@coffer/schema'
import { Badge, TextWithCode } from '@coffer/ui'
import { Globe, TriangleAlert, UserCheck } from 'lucide-react'
import { startEdit } from '../edited/EditedCollection.ts'
import styles from './RulesTab.module.css'
import type { RuleKind } from './ruleKinds.ts'

interface RuleWordsProps {
  kind: RuleKind
  rule: string
  /** The stored collection, to warn if a save makes a rule public. */
  stored: Collection | undefined
  /** The edited collection. */
  collection: Collection
}

/** Describes whom a rule allows. Renders an empty line if there is no simple description, so that the layout does not shift. */
export function RuleWords({ kind, rule, stored, collection }: RuleWordsProps) {
  if (rule.trim() !== '') {
    const words = describeRule(rule, collection)
    if (words === undefined) return <p className={styles.words} />
    return (
      <p className={styles.words}>
        <UserCheck size={14} aria-hidden={true} />
        <span>
          <TextWithCode text={words} />
        </span>
      </p>
    )
  }
  if (kind.whenEmpty === undefined) {
    return (
      <p className={styles.words} data-tone="warning">
        <TriangleAlert size={14} aria-hidden={true} />
        <span>Enter a rule for who can manage accounts, or set it to admins only.</span>
      </p>
    )
  }
  const before = stored && startEdit(stored).rules[kind.name]
  return (
    <p className={styles.words} data-tone="warning" role="status">
      <Badge tone="warning">
        <Globe size={12} aria-hidden={true} />
        Everyone
      </Badge>
      <span>
        Public: {kind.whenEmpty}.{before === null && ' Currently admins only. Saving makes it public.'}
      </span>
    </p>
  )
}
