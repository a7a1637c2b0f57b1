import { type ControlAttributes, Select } from '@coffer/ui'
import { ListChecks } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import { listTexts } from '../list/listTexts.ts'
import type { InputProps } from '../viewContract.ts'
import type { SelectOptions } from './options.ts'
import { selectHelp } from './selectHelp.ts'

export function Input({ field, value, error, onChange }: InputProps) {
  const { maxSelect, values } = field.options as SelectOptions
  const chosen = listTexts(value)
  const isFull = maxSelect > 1 && chosen.length >= maxSelect
  const choices = [...new Set(values)]
    .filter(choice => choice !== '')
    .map(choice => ({ value: choice, label: choice, disabled: isFull && !chosen.includes(choice) }))

  const control = (attributes: ControlAttributes) => {
    const single = chosen[0] ?? ''
    if (maxSelect > 1) return <Select {...attributes} multiple options={choices} value={chosen} onChange={onChange} />
    if (field.required) return <Select {...attributes} options={choices} value={single} onChange={onChange} />
    return <Select {...attributes} clearable options={choices} value={single} onChange={onChange} />
  }
  return (
    <InputFrame field={field} icon={ListChecks} error={error} help={selectHelp(field.options as SelectOptions, chosen)}>
      {ids => control(ids.control)}
    </InputFrame>
  )
}
