import { FieldFrame } from '@coffer/ui'
import { Lock, LockOpen } from 'lucide-react'
import type { RefObject } from 'react'
import styles from './RulesTab.module.css'
import type { RuleKind } from './ruleKinds.ts'

interface LockedRuleProps {
  kind: RuleKind
  error: string | undefined
  button: RefObject<HTMLButtonElement | null>
  onUnlock: () => void
}

/** A rule that is set to admins only. */
export function LockedRule({ kind, error, button, onUnlock }: LockedRuleProps) {
  return (
    <FieldFrame as="group" label={kind.label} error={error}>
      {({ labelId }) => (
        <button
          ref={button}
          id={`${labelId}-unlock`}
          type="button"
          className={styles.locked}
          aria-describedby={labelId}
          onClick={onUnlock}
        >
          <span className={styles.state}>
            <Lock size={14} aria-hidden={true} />
            Admins only
          </span>
          <span className={styles.unlock}>
            <LockOpen size={14} aria-hidden={true} />
            Unlock and set custom rule
          </span>
        </button>
      )}
    </FieldFrame>
  )
}
