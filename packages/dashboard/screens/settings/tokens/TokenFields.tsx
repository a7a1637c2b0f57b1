import type { TokenKind } from '@coffer/schema'
import { Check } from 'lucide-react'
import { randomPassword } from '../../../passwords/randomPassword.ts'
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
      <div>
        <button
          type="button"
          aria-pressed={isReplaced}
          disabled={lock !== undefined}
          className={styles.invalidate}
          onClick={() => (isReplaced ? onKeep() : onValueChange(randomPassword(secretLength)))}
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
    </div>
  )
}
