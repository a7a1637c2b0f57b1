import type { TokenKind } from '@coffer/schema'
import { Check } from 'lucide-react'
import { randomPassword } from '../../../passwords/GeneratePassword.tsx'
import type { SettingsForm } from '../form/useSettingsForm.ts'
import { DurationField } from './DurationField.tsx'
import styles from './TokenFields.module.css'

/** Number of characters in a generated secret. */
const secretLength = 50

interface TokenFieldsProps {
  form: SettingsForm
  kind: TokenKind
  label: string
  consequence: string
}

/** The inputs for a token type: the duration, and a button that invalidates issued tokens. */
export function TokenFields({ form, kind, label, consequence }: TokenFieldsProps) {
  const { isReplaced, lock, onValueChange, onKeep } = form.secret(`${kind}.secret`)
  return (
    <div className={styles.token}>
      <DurationField {...form.number(`${kind}.duration`)} label={`${label} duration`} />
      <InvalidateTokens isReplaced={isReplaced} lock={lock} consequence={consequence} onReplace={onValueChange} onKeep={onKeep} />
    </div>
  )
}

interface InvalidateTokensProps {
  /** Whether the secret is replaced with the next save. */
  isReplaced: boolean
  /** Why the secret cannot be replaced, if so. */
  lock?: string | undefined
  /** What happens when issued tokens are invalidated. */
  consequence: string
  /** Takes a new secret. */
  onReplace: (secret: string) => void
  onKeep: () => void
}

/** A button that replaces the secret of tokens with the next save, so that issued tokens become invalid. */
export function InvalidateTokens({ isReplaced, lock, consequence, onReplace, onKeep }: InvalidateTokensProps) {
  return (
    <div>
      <button
        type="button"
        aria-pressed={isReplaced}
        disabled={lock !== undefined}
        className={styles.invalidate}
        onClick={() => (isReplaced ? onKeep() : onReplace(randomPassword(secretLength)))}
      >
        {isReplaced && <Check size={14} aria-hidden={true} />}
        Invalidate all previously issued tokens
      </button>
      {lock && <p className={styles.lock}>{lock}</p>}
      {isReplaced && (
        <p className={styles.consequence} role="status">
          After saving: {consequence}
        </p>
      )}
    </div>
  )
}
