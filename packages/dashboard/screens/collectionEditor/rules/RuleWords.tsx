import { type Collection, describeRule } from '@coffer/schema'
import { Badge, TextWithCode } from '@coffer/ui'
import { Globe, TriangleAlert, UserCheck } from 'lucide-react'
import { startEdit } from '../edited/EditedCollection.ts'
import styles from './RulesTab.module.css'
import type { RuleKind } from './ruleKinds.ts'

interface RuleWordsProps {
  kind: RuleKind
  rule: string
  /** The collection as it is stored, for what a save would open to everyone. */
  stored: Collection | undefined
  /** As it is being edited. */
  collection: Collection
}

/** Who passes a rule, in plain words; an empty line where it has none that are simpler than the rule, so that nothing jumps. */
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
        <span>It cannot stay empty: write who manages accounts, or set Admins only.</span>
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
        Public: {kind.whenEmpty}.{before === null && ' So far only admins may: a save opens it.'}
      </span>
    </p>
  )
}
