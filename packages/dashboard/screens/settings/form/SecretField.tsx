import { mask } from '@coffer/schema'
import { Button, FieldFrame, PasswordInput, TextInput } from '@coffer/ui'
import { useRef } from 'react'
import type { SecretSetting } from './settingFields.ts'

interface SecretFieldProps extends SecretSetting {
  label: string
  required?: boolean
}

/** An input for a secret. A stored secret is never shown; it can only be kept or replaced. */
export function SecretField(props: SecretFieldProps) {
  const { label, name, value, error, lock, isStored, isReplaced, required = true, onValueChange, onKeep } = props
  const isMasked = isStored && !isReplaced
  const isLocked = lock !== undefined
  // Each of the two buttons disappears when clicked, so its replacement takes the focus. Other changes do not move the focus.
  const isFocusDue = useRef(false)
  const takeFocus = (element: HTMLElement | null) => {
    if (element === null) return
    if (isFocusDue.current) element.focus()
    isFocusDue.current = false
  }
  const change = (action: () => void) => () => {
    isFocusDue.current = true
    action()
  }
  return (
    <FieldFrame
      label={label}
      error={error}
      help={lock}
      required={required}
      aside={
        isReplaced && (
          <Button size="small" variant="quiet" onClick={change(onKeep)}>
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
              !isLocked && (
                <Button ref={takeFocus} size="small" variant="quiet" onClick={change(() => onValueChange(''))}>
                  Set new value
                </Button>
              )
            }
          />
        ) : (
          <PasswordInput
            {...control}
            ref={takeFocus}
            name={name}
            readOnly={isLocked}
            autoComplete="new-password"
            value={value}
            onValueChange={onValueChange}
          />
        )
      }
    </FieldFrame>
  )
}
