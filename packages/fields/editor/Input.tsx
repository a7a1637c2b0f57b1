import { TextArea } from '@coffer/ui'
import { PencilLine } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import styles from '../inputs/inputs.module.css'
import type { InputProps } from '../viewContract.ts'

const maxHeight = 700

export function Input({ field, value, error, onChange }: InputProps) {
  return (
    <InputFrame field={field} icon={PencilLine} error={error} help="HTML source">
      {({ control }) => (
        <TextArea
          {...control}
          mono
          spellCheck={false}
          className={styles.source}
          maxHeight={maxHeight}
          value={String(value ?? '')}
          onValueChange={onChange}
        />
      )}
    </InputFrame>
  )
}
