import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { TextInput, type TextInputProps } from './TextInput.tsx'

/** A password input whose text can be shown. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'suffix'>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      spellCheck={false}
      autoCapitalize="off"
      {...props}
      type={isShown ? 'text' : 'password'}
      suffix={
        <IconButton
          size="small"
          label={isShown ? 'Hide password' : 'Show password'}
          icon={isShown ? EyeOff : Eye}
          disabled={props.disabled}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
