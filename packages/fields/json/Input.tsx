import { TextArea } from '@coffer/ui'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import { fromInputJson, jsonFault, toInputJson } from './inputJson.ts'

const maxHeight = 500

export function Input({ field, value, error, onChange }: InputProps) {
  const [typed, setTyped] = useState({ text: toInputJson(value), value })
  // The form was filled anew: what was typed stands for another value.
  const text = Object.is(typed.value, value) ? typed.text : toInputJson(value)

  const change = (text: string) => {
    const parsed = fromInputJson(text)
    setTyped({ text, value: parsed })
    onChange(parsed)
  }
  return (
    <InputFrame field={field} icon={Braces} error={jsonFault(text) ?? error}>
      {({ control }) => (
        <TextArea {...control} mono spellCheck={false} maxHeight={maxHeight} value={text} onValueChange={change} />
      )}
    </InputFrame>
  )
}
