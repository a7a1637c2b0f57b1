import type { NewerSettings } from '@coffer/schema'
import { FieldFrame, NumberInput, Switch } from '@coffer/ui'
import { FieldRow } from '../form/FieldRow.tsx'
import { SettingsFormCard } from '../form/SettingsFormCard.tsx'
import { useNewerSettingsForm } from '../form/useNewerSettingsForm.ts'

type BatchLimits = NewerSettings['batch']

const limits = [
  { name: 'maxRequests', label: 'Requests per batch', help: 'At most 1,000.' },
  { name: 'timeout', label: 'Seconds per batch', help: 'A batch that takes longer changes nothing.' },
  { name: 'maxBodySize', label: 'Bytes per batch', help: 'With its files. 0 is the default of 128 MB.' },
] as const

/** Edits whether clients can send several requests as one, and how large such a batch can be. */
export function BatchForm({ stored }: { stored: BatchLimits }) {
  const form = useNewerSettingsForm({ name: 'batch', stored, successMessage: 'Successfully saved batch limits.' })
  const { edited, errors } = form
  const change = (values: Partial<BatchLimits>) => form.set({ ...edited, ...values })
  return (
    <SettingsFormCard
      form={form}
      idle={null}
      intro={
        <>
          A batch is one request to <code>/api/batch</code> that creates, updates and deletes several records in one transaction.
          Rules apply to each of its requests.
        </>
      }
    >
      <Switch label="Allow batches" checked={edited.enabled} onCheckedChange={enabled => change({ enabled })} />
      <FieldRow>
        {limits.map(({ name, label, help }) => (
          <FieldFrame key={name} label={label} help={help} error={errors[name]}>
            {({ control }) => (
              <NumberInput
                {...control}
                name={`batch.${name}`}
                min={0}
                step={1}
                inputMode="numeric"
                value={edited[name]}
                onValueChange={value => change({ [name]: value ?? 0 })}
              />
            )}
          </FieldFrame>
        ))}
      </FieldRow>
    </SettingsFormCard>
  )
}
