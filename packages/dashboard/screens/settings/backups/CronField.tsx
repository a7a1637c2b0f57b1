import { nextRun, parseSchedule, ScheduleError } from '@coffer/schema'
import { Button, FieldFrame, Menu, TextInput } from '@coffer/ui'
import { ChevronDown } from 'lucide-react'
import type { FormField } from '../../../shell/form/useForm.ts'

/** Common schedules, the most common first. */
export const cronPresets = [
  { cron: '0 0 * * *', label: 'Every day at 00:00' },
  { cron: '0 0 * * 0', label: 'Every Sunday at 00:00' },
  { cron: '0 0 * * 1,3', label: 'Every Mon and Wed at 00:00' },
  { cron: '0 0 1 * *', label: 'First day of the month at 00:00' },
] as const

/** Input for a cron expression, with presets and the next run. */
export function CronField({ name, value, error, lock, onValueChange }: FormField) {
  return (
    <FieldFrame
      label="Cron expression"
      required={true}
      error={error}
      help={
        <>
          {lock} {describeNextRun(value)} Supports numeric lists, steps, ranges or the macros <code>@yearly</code>,{' '}
          <code>@annually</code>, <code>@monthly</code>, <code>@weekly</code>, <code>@daily</code>, <code>@midnight</code> and{' '}
          <code>@hourly</code>. The timezone is UTC.
        </>
      }
      aside={
        lock === undefined && (
          <Menu
            align="end"
            trigger={
              <Button size="small" variant="quiet">
                Presets
                <ChevronDown size={14} aria-hidden={true} />
              </Button>
            }
            items={cronPresets.map(({ cron, label }) => ({ label, hint: cron, onSelect: () => onValueChange(cron) }))}
          />
        )
      }
    >
      {({ control }) => (
        <TextInput
          {...control}
          name={name}
          readOnly={lock !== undefined}
          mono={true}
          autoComplete="off"
          spellCheck={false}
          placeholder="* * * * *"
          value={value}
          onValueChange={onValueChange}
        />
      )}
    </FieldFrame>
  )
}

/** Describes the next run; empty for an invalid expression, which is reported on save. */
function describeNextRun(cron: string): string {
  try {
    const next = nextRun(parseSchedule(cron), new Date())
    return next ? `Next: ${next.toISOString().slice(0, 16).replace('T', ' ')} UTC.` : 'This schedule never runs.'
  } catch (error) {
    if (error instanceof ScheduleError) return ''
    throw error
  }
}
