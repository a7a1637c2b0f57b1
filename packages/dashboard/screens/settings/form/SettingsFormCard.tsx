import { Button, uncovered } from '@coffer/ui'
import type { ReactNode } from 'react'
import { SaveShortcut } from '../../../shell/form/SaveShortcut.tsx'
import { Card } from '../frame/Card.tsx'
import styles from './SettingsFormCard.module.css'
import type { SettingsForm } from './useSettingsForm.ts'

interface SettingsFormCardProps {
  form: SettingsForm
  /** What the page is for. */
  intro?: ReactNode
  /** What takes changes back is called; "Cancel" by default. */
  resetLabel?: string
  /** In place of the buttons while there is nothing to save. */
  idle?: ReactNode
  /** At the left end of the buttons' line. */
  status?: ReactNode
  children: ReactNode
}

/** The inputs of a settings page, and below them what saves or takes back their changes. */
export function SettingsFormCard({ form, intro, resetLabel = 'Cancel', idle, status, children }: SettingsFormCardProps) {
  return (
    <Card>
      <SaveShortcut onSave={() => void form.save()} onSaveAndClose={() => void form.save()} />
      <form {...form.props} className={styles.form}>
        {intro && <div className={styles.intro}>{intro}</div>}
        {children}
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
      </form>
    </Card>
  )
}
