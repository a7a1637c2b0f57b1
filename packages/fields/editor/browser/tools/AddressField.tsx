import { FieldFrame, TextInput } from '@coffer/ui'

interface AddressFieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** An input for the URL of a link or an image. */
export function AddressField({ value, error, onChange }: AddressFieldProps) {
  return (
    <FieldFrame label="Address" required error={error}>
      {({ control }) => (
        <TextInput
          {...control}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={value}
          onValueChange={onChange}
        />
      )}
    </FieldFrame>
  )
}
