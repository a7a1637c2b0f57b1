import type { RateLimits } from '@coffer/schema'
import { Button, FieldFrame, ListInput, Switch, uncovered } from '@coffer/ui'
import { Plus } from 'lucide-react'
import { SaveShortcut } from '../../../shell/form/SaveShortcut.tsx'
import card from '../form/SettingsFormCard.module.css'
import { Card } from '../frame/Card.tsx'
import styles from './RateLimitsForm.module.css'
import { RuleRow } from './RuleRow.tsx'
import { useRateLimitsForm } from './useRateLimitsForm.ts'

/** Edits the limits of requests. */
export function RateLimitsForm({ stored }: { stored: RateLimits }) {
  const form = useRateLimitsForm(stored)
  const { edited, errors } = form
  const excluded = Object.entries(errors).find(([path]) => path.startsWith('excludedIPs'))?.[1]
  return (
    <Card>
      <SaveShortcut form={form.props.ref} onSave={() => void form.save()} onSaveAndClose={() => void form.save()} />
      <form {...form.props} className={card.form}>
        <p className={card.intro}>
          Limits how many requests each address can send. A label names a kind of request to one collection, such as{' '}
          <code>posts:create</code>, or to all, such as <code>*:auth</code>, a path, such as <code>/api/batch</code>, or all paths
          that begin with it, if it ends with a slash. If several labels fit, only the first of these kinds counts. Admins have no
          limit.
        </p>
        <Switch label="Limit requests" checked={edited.enabled} onCheckedChange={enabled => form.set({ enabled })} />
        <ul className={styles.rules} aria-label="Limits">
          {edited.rules.map((rule, index) => (
            <RuleRow key={rule.key} form={form} rule={rule} index={index} />
          ))}
        </ul>
        <div>
          <Button size="small" icon={Plus} onClick={form.addRule}>
            Add limit
          </Button>
        </div>
        <FieldFrame
          label="Addresses without limits"
          error={excluded}
          help="Separated by commas. Networks are written as 10.0.0.0/8."
        >
          {({ control }) => (
            <ListInput
              {...control}
              name="excludedIPs"
              value={edited.excludedIPs}
              onValueChange={excludedIPs => form.set({ excludedIPs })}
            />
          )}
        </FieldFrame>
        <div className={card.buttons} {...uncovered}>
          {form.hasChanges && (
            <Button onClick={form.reset} disabled={form.isSaving}>
              Cancel
            </Button>
          )}
          <Button type="submit" variant="primary" disabled={!form.hasChanges} loading={form.isSaving}>
            Save changes
          </Button>
        </div>
      </form>
    </Card>
  )
}
