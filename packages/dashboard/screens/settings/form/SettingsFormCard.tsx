import { Button, uncovered } from '@coffer/ui'
import type { ReactNode } from 'react'
import { SaveShortcut } from '../../../shell/form/SaveShortcut.tsx'
import { Card } from '../frame/Card.tsx'
import styles from './SettingsFormCard.module.css'
import type { SettingsForm } from './useSettingsForm.ts'

interface SettingsFormCardProps {
  form: Pick<SettingsForm, 'save' | 'props' | 'hasChanges' | 'isSaving' | 'reset'>
  /** Introduction above the inputs. */
  intro?: ReactNode
  /** Label of the reset button; "Cancel" by default. */
  resetLabel?: string
  /** Shown instead of the buttons while there are no changes; null for nothing. */
  idle?: ReactNode
  /** Shown to the left of the buttons. */
  status?: ReactNode
  children: ReactNode
}

/** The form of a settings page with its save and reset buttons. */
export function SettingsFormCard({ form, intro, resetLabel = 'Cancel', idle, status, children }: SettingsFormCardProps) {
  const hasFooter = form.hasChanges || status !== undefined || idle !== null
  return (
    <Card>
      <SaveShortcut form={form.props.ref} onSave={() => void form.save()} onSaveAndClose={() => void form.save()} />
      <form {...form.props} className={styles.form}>
        {intro && <div className={styles.intro}>{intro}</div>}
        {children}
        {hasFooter && (
          <div className={styles.buttons} {...uncovered}>
            <div className={styles.status}>{status}</div>
            {form.hasChanges && (
              <Button onClick={form.reset} disabled={form.isSaving}>
                {resetLabel}
              </Button>
            )}
            {form.hasChanges || idle === undefined ? (
              <Button type="submit" variant="primary" disabled={!form.hasChanges} loading={form.isSaving}>
                Save changes
              </Button>
            ) : (
              idle
            )}
          </div>
        )}
      </form>
    </Card>
  )
}
