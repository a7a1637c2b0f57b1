import { FieldFrame, IconButton, NumberInput, Select, TextInput } from '@coffer/ui'
import { Trash2 } from 'lucide-react'
import styles from './RateLimitsForm.module.css'
import type { EditedRule, RateLimitsFormState } from './useRateLimitsForm.ts'

const audiences = [
  { value: 'all', label: 'Everyone' },
  { value: '@guest', label: 'Guests' },
  { value: '@auth', label: 'Users' },
] as const

interface RuleRowProps {
  form: RateLimitsFormState
  rule: EditedRule
  index: number
}

/** One limit: its label, who it counts, and how many requests in how many seconds. */
export function RuleRow({ form, rule, index }: RuleRowProps) {
  const error = (name: string) => form.errors[`rules.${index}.${name}`]
  const { key } = rule
  return (
    <li className={styles.rule}>
      <FieldFrame label="Label" error={error('label')}>
        {({ control }) => (
          <TextInput
            {...control}
            name={`rules.${index}.label`}
            mono
            autoComplete="off"
            spellCheck={false}
            placeholder="*:create"
            value={rule.label}
            onValueChange={label => form.setRule(key, { label })}
          />
        )}
      </FieldFrame>
      <FieldFrame label="For" error={error('audience')}>
        {({ control }) => (
          <Select
            {...control}
            options={audiences}
            value={rule.audience === '@guest' || rule.audience === '@auth' ? rule.audience : 'all'}
            onChange={(audience: (typeof audiences)[number]['value']) =>
              form.setRule(key, { audience: audience === 'all' ? '' : audience })
            }
          />
        )}
      </FieldFrame>
      <FieldFrame label="Requests" error={error('maxRequests')}>
        {({ control }) => (
          <NumberInput
            {...control}
            name={`rules.${index}.maxRequests`}
            min={1}
            step={1}
            value={rule.maxRequests}
            onValueChange={value => form.setRule(key, { maxRequests: value ?? 0 })}
          />
        )}
      </FieldFrame>
      <FieldFrame label="Seconds" error={error('duration')}>
        {({ control }) => (
          <NumberInput
            {...control}
            name={`rules.${index}.duration`}
            min={1}
            step={1}
            value={rule.duration}
            onValueChange={value => form.setRule(key, { duration: value ?? 0 })}
          />
        )}
      </FieldFrame>
      <IconButton
        className={styles.remove}
        icon={Trash2}
        label={`Remove the limit ${rule.label || index + 1}`}
        onClick={() => form.removeRule(key)}
      />
    </li>
  )
}
