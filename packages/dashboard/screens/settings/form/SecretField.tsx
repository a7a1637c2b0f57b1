import { mask } from '@coffer/schema'
import { Button, FieldFrame, PasswordInput, TextInput } from '@coffer/ui'
import type { SecretSetting } from './settingFields.ts'

interface SecretFieldProps extends SecretSetting {
  label: string
  required?: boolean
}

/** A secret that is never shown once it is stored: it stays as it is, or a new one is typed. */
export function SecretField(props: SecretFieldProps) {
  const { label, name, value, error, isStored, isReplaced, required = true, onValueChange, onKeep } = props
  const isMasked = isStored && !isReplaced
  return (
    <FieldFrame
      label={label}
      error={error}
      required={required}
      aside={
        isReplaced && (
          <Button size="small" variant="quiet" onClick={onKeep}>
            Keep the stored value
          </Button>
        )
      }
    >
      {({ control }) =>
        isMasked ? (
          <TextInput
            {...control}
            name={name}
            readOnly
            placeholder={mask}
            suffix={
              <Button size="small" variant="quiet" onClick={() => onValueChange('')}>
                Set new value
              </Button>
            }
          />
        ) : (
          <PasswordInput
            {...control}
            name={name}
            autoComplete="new-password"
            // The button that was pressed has gone.
            autoFocus={isReplaced && value === ''}
            value={value}
            onValueChange={onValueChange}
          />
        )
      }
    </FieldFrame>
  )
}
